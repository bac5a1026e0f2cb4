"""The discrete Gaussian mechanism."""

from __future__ import annotations

import numpy as np
import pytest

from mechanisms.closeness import close
from mechanisms.noise_mechanisms import check_distances, check_scale, delta
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import DiscreteGaussian, Gaussian


def test_the_scale() -> None:
    check_scale(DiscreteGaussian, "noise_multiplier")


def test_the_distances() -> None:
    check_distances(DiscreteGaussian, lambda value: DiscreteGaussian(1.3, value))


@pytest.mark.parametrize("sigma", [0.3, 1.0, 4.7])
def test_the_profile_is_the_sum_over_the_integers(sigma: float) -> None:
    z = np.arange(-60.0, 61.0)
    law = np.exp(-0.5 * (z / sigma) ** 2)
    moved = np.exp(-0.5 * ((z - 2.0) / sigma) ** 2)
    for epsilon in (-1.0, 0.0, 0.3, 2.0):
        known = float(np.maximum(moved - np.exp(epsilon) * law, 0.0).sum() / law.sum())
        assert delta(DiscreteGaussian(sigma), epsilon, 2) == close(known, 1e-10, 1e-15)


def test_wide_noise_is_close_to_the_continuous_law() -> None:
    for p, q in (((0.8, 0.2), (1.0,)), ((0.8, 0.2), (0.7, 0.3))):
        (integer,) = DiscreteGaussian(40.0).extremal(p, q, "add-remove")
        (real,) = Gaussian(40.0).extremal(p, q, "add-remove")
        at = np.array([-0.2, 0.0, 0.01])
        np.testing.assert_allclose(integer.pair.hockey_stick(at), real.pair.hockey_stick(at), rtol=1e-3)


def test_a_table_that_would_not_fit_is_refused() -> None:
    with pytest.raises(CannotAnswer, match="the table of losses is limited to 5000000 atoms") as caught:
        DiscreteGaussian(1e5).group_pair(1, "add-remove")
    assert "continuous mechanism" in caught.value.instead
