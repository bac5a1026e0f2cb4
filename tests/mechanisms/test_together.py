from __future__ import annotations

import numpy as np
import pytest

from tightdp.errors import InvalidInput
from tightdp.mechanisms import Gaussian, Laplace, RandomizedResponse, Together

EPSILONS = np.array([-0.5, 0.0, 0.5, 1.5])


def test_nested_releases_are_taken_apart() -> None:
    inner = Together((Laplace(2.0), Gaussian(3.0)))
    assert Together((Gaussian(1.0), inner)).mechanisms == (Gaussian(1.0), Laplace(2.0), Gaussian(3.0))
    assert Together([Gaussian(1.0)]) == Together((Gaussian(1.0),))  # pyright: ignore[reportArgumentType]


def test_gaussians_of_one_sensitivity_merge() -> None:
    (merged,) = Together((Gaussian(2.0), Gaussian(3.0), Gaussian(6.0))).merged
    assert isinstance(merged, Gaussian)
    assert merged.noise_multiplier == pytest.approx((1 / 4 + 1 / 9 + 1 / 36) ** -0.5, rel=1e-15)
    assert Together((Gaussian(0.0), Gaussian(3.0))).merged == (Gaussian(0.0),)
    assert len(Together((Gaussian(2.0), Gaussian(3.0, 1.0))).merged) == 2


@pytest.mark.parametrize("one", [Gaussian(1.3), Laplace(2.0), RandomizedResponse(0.8)])
def test_one_release_is_that_mechanism(one: Gaussian | Laplace | RandomizedResponse) -> None:
    together = Together((one,))
    for unit in ("add-remove", "substitute"):
        for p, q in (((0.0, 1.0), (1.0,)), ((0.5, 0.3, 0.2), (1.0,)), ((0.9, 0.1), (0.9, 0.1))):
            (found,), (plain,) = together.extremal(p, q, unit), one.extremal(p, q, unit)
            assert found.tight == plain.tight
            assert len(found.witnesses) == len(plain.witnesses)
            assert list(found.pair.hockey_stick(EPSILONS)) == list(plain.pair.hockey_stick(EPSILONS))
        pairs = together.group_pair(2, unit), one.group_pair(2, unit)
        assert list(pairs[0].hockey_stick(EPSILONS)) == list(pairs[1].hockey_stick(EPSILONS))


@pytest.mark.parametrize("bad", [(), [], Gaussian(1.0), (Gaussian(1.0), 2.0), "gaussian", None])
def test_no_release_or_something_else(bad: object) -> None:
    with pytest.raises(InvalidInput, match="mechanisms must be a list of at least one mechanism, such as"):
        Together(bad)  # pyright: ignore[reportArgumentType]
