from __future__ import annotations

import numpy as np
import pytest

from tightdp.mechanisms import DiscreteLaplace, EpsilonDelta, Gaussian, Laplace, Profile, RandomizedResponse
from tightdp.mechanisms.same_batch import product_extremal, product_group_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture

EPSILONS = np.array([-1.0, -0.2, 0.0, 0.1, 0.5, 1.2, 3.0])
SAMPLED, TWO_SIDED = (0.9, 0.1), ((0.9, 0.1), (0.9, 0.1))


def test_a_group_pair_is_the_product() -> None:
    pair = product_group_pair((Gaussian(1.0), Gaussian(2.0, 1.0)), 3, "substitute")
    theta = 3.0 * (4.0 + 0.25) ** 0.5
    truth = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,), theta)
    assert pair.hockey_stick(EPSILONS) == pytest.approx(truth.hockey_stick(EPSILONS), rel=1e-12)


def test_known_noise_is_attained_where_its_parts_are() -> None:
    found = product_extremal((Gaussian(1.0), Laplace(3.0)), SAMPLED, (1.0,), "add-remove")
    assert (found.tight, found.rounded, found.theorem) == (True, True, "SAME-BATCH")
    found = product_extremal((Gaussian(1.0), Laplace(3.0)), *TWO_SIDED, "add-remove")
    assert (found.tight, found.rounded) == (True, True)
    found = product_extremal((Gaussian(1.0), Laplace(3.0, 1.0)), *TWO_SIDED, "add-remove")
    assert (found.tight, len(found.witnesses)) == (False, 3)
    found = product_extremal((Gaussian(1.0), RandomizedResponse(0.7)), SAMPLED, (1.0,), "add-remove")
    assert (found.tight, found.rounded) == (True, False)
    assert found.witnesses == (found.pair,)


@pytest.mark.parametrize(
    "mechanisms",
    [
        (Gaussian(1.0), Laplace(3.0, 0.5)),
        (Gaussian(1.0), DiscreteLaplace(3.0, 1)),
        (Laplace(1.0), DiscreteLaplace(3.0)),
        (Gaussian(1.0), RandomizedResponse(0.7, 3)),
        (Gaussian(1.0), EpsilonDelta(0.3, 1e-3)),
        (Laplace(1.0), Profile(lambda epsilon: max(0.0, 0.1 - 0.2 * epsilon))),
        (RandomizedResponse(0.7), EpsilonDelta(0.3, 1e-3)),
        (Gaussian(0.0), Laplace(1.0)),
        (Laplace(0.0), RandomizedResponse(0.7)),
    ],
)
def test_witnesses_keep_below_the_pair(mechanisms: tuple[Gaussian | Laplace, ...]) -> None:
    for p, q in ((SAMPLED, (1.0,)), ((1.0,), SAMPLED), TWO_SIDED, ((0.6, 0.3, 0.1), (0.8, 0.2))):
        for unit in ("add-remove", "substitute"):
            found = product_extremal(mechanisms, p, q, unit)
            upper = found.pair.hockey_stick(EPSILONS)
            for witness in found.witnesses:
                assert bool(np.all(witness.hockey_stick(EPSILONS) <= upper * (1.0 + 1e-9) + 1e-13))


def test_insertion_is_removal_read_backwards() -> None:
    removal = product_extremal((Gaussian(1.0), Laplace(3.0)), SAMPLED, (1.0,), "add-remove")
    insertion = product_extremal((Gaussian(1.0), Laplace(3.0)), (1.0,), SAMPLED, "add-remove")
    values = removal.pair.hockey_stick(-EPSILONS)
    mirrored = 1.0 - np.exp(EPSILONS) + np.exp(EPSILONS) * values
    assert insertion.pair.hockey_stick(EPSILONS) == pytest.approx(mirrored, abs=1e-13)


def test_no_changed_record_reveals_nothing() -> None:
    found = product_extremal((Gaussian(1.0), Laplace(3.0)), (1.0,), (1.0,), "add-remove")
    assert found.pair.is_trivial
    assert found.tight


def test_a_large_group_falls_back_on_group_profiles() -> None:
    mechanisms = (Gaussian(0.005), Laplace(1.0))
    for turned in (False, True):
        p = (0.5, 0.25, 0.25)
        found = product_extremal(mechanisms, *(((1.0,), p) if turned else (p, (1.0,))), "add-remove")
        assert (found.theorem, found.tight) == ("B18/T7", False)
        assert "group profiles were used" in found.note
        upper, lower = found.pair.hockey_stick(EPSILONS), found.witnesses[0].hockey_stick(EPSILONS)
        assert bool(np.all(lower <= upper + 1e-12))


def test_tables_alone_are_a_table() -> None:
    pair = product_group_pair((RandomizedResponse(0.7), EpsilonDelta(0.5)), 1, "add-remove")
    assert isinstance(pair, Discrete)
    assert len(pair.losses) == 4
