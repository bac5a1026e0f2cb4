from __future__ import annotations

import numpy as np
import pytest

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import DiscreteGaussian, RandomizedResponse
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.product import Weights, product_pairs
from tightdp.pairs.release_parts import ShiftPart, TablePart
from tightdp.pairs.shift_mixture import ShiftMixture

EPSILONS = np.array([-2.0, -0.3, 0.0, 0.2, 0.7, 1.5, 4.0])
GAUSSIAN, LAPLACE = ShiftPart(GaussianNoise(1.1), 1.0), ShiftPart(LaplaceNoise(5.0), 1.0)


def answer(truth: float) -> TablePart:
    pair = RandomizedResponse(truth).group_pair(1, "add-remove")
    assert isinstance(pair, Discrete)
    return TablePart(lambda _: pair, moves_q=False)


@pytest.mark.parametrize(("p", "q"), [((0.0, 1.0), (1.0,)), ((0.7, 0.2, 0.1), (1.0,)), ((0.8, 0.2), (0.8, 0.2))])
@pytest.mark.parametrize("noise", [GaussianNoise(1.1), LaplaceNoise(0.7)])
def test_one_release_is_itself_between_its_tables(
    noise: GaussianNoise | LaplaceNoise, p: tuple[float, ...], q: tuple[float, ...]
) -> None:
    upper, lower = product_pairs((ShiftPart(noise, 1.0),), p, q)
    truth = ShiftMixture(noise, p, q).hockey_stick(EPSILONS)
    assert bool(np.all(upper.hockey_stick(EPSILONS) >= truth - 1e-13))
    assert bool(np.all(lower.hockey_stick(EPSILONS) <= truth + 1e-13))
    assert upper.hockey_stick(EPSILONS) == pytest.approx(lower.hockey_stick(EPSILONS), rel=1e-3, abs=1e-9)


def test_tables_are_exact() -> None:
    upper, lower = product_pairs((answer(0.7), answer(0.6)), (0.5, 0.5), (1.0,))
    assert upper is lower
    told = [np.outer(a, b).ravel() for a, b in (([0.7, 0.3], [0.6, 0.4]), ([0.3, 0.7], [0.4, 0.6]))]
    truth = Discrete.from_masses(0.5 * told[0] + 0.5 * told[1], told[1])
    assert upper.hockey_stick(EPSILONS) == pytest.approx(truth.hockey_stick(EPSILONS), abs=1e-14)


def test_a_discrete_release_beside_a_continuous_one_is_exact() -> None:
    upper, lower = product_pairs((GAUSSIAN, answer(0.7)), (0.0, 1.0), (1.0,))
    assert upper is lower
    alone = ShiftMixture(GaussianNoise(1.1), (0.0, 1.0), (1.0,))
    moved = [0.7 * alone.hockey_stick(EPSILONS - np.log(7 / 3)), 0.3 * alone.hockey_stick(EPSILONS + np.log(7 / 3))]
    assert upper.hockey_stick(EPSILONS) == pytest.approx(moved[0] + moved[1], abs=1e-14)


def test_the_order_of_releases_does_not_matter() -> None:
    third = ShiftPart(LaplaceNoise(2.0), 1.0)
    for p in ((0.0, 1.0), (0.9, 0.1), (0.81, 0.18, 0.01)):
        one, other = (
            product_pairs((GAUSSIAN, LAPLACE, third), p, (1.0,)),
            product_pairs((third, LAPLACE, GAUSSIAN), p, (1.0,)),
        )
        for upper, lower in ((one[0], other[1]), (other[0], one[1])):
            assert bool(np.all(lower.hockey_stick(EPSILONS) <= upper.hockey_stick(EPSILONS) + 1e-13))
            assert upper.hockey_stick(EPSILONS) == pytest.approx(lower.hockey_stick(EPSILONS), rel=5e-2, abs=1e-9)


def test_groups_of_integer_noise_meet_their_own_mixture() -> None:
    mechanism, weights = DiscreteGaussian(2.0), (0.5, 0.3, 0.2)
    pairs: dict[int, Discrete] = {}
    for k in (1, 2):
        pair = mechanism.group_pair(k, "add-remove")
        assert isinstance(pair, Discrete)
        pairs[k] = pair
    for q in ((1.0,), (0.6, 0.4)):
        upper, lower = product_pairs((TablePart(pairs.__getitem__, moves_q=True),), weights, q)
        truth = mechanism.extremal(weights, q, "add-remove")[0].pair.hockey_stick(EPSILONS)
        assert upper.hockey_stick(EPSILONS) == pytest.approx(truth, rel=1e-9, abs=1e-12)
        assert lower.hockey_stick(EPSILONS) == pytest.approx(truth, rel=1e-9, abs=1e-12)


def test_unlikely_numbers_count_as_revealed_above_and_as_none_below() -> None:
    weights = Weights.of((0.5, 0.5, 1e-70), [1])
    assert weights.missing == 1e-70
    assert list(weights.kept) == [0.5, 0.5]
    assert list(weights.filled()) == [0.5, 0.5]
    upper, lower = product_pairs((GAUSSIAN, LAPLACE), (0.5, 0.5, 1e-70), (1.0,))
    assert upper.support.p_infinite >= 1e-70
    assert lower.support.p_infinite < 1e-70


def test_a_release_may_leave_the_side_of_q_alone() -> None:
    upper, lower = product_pairs((GAUSSIAN, answer(0.7)), (0.8, 0.2), (0.8, 0.2))
    plain = ShiftMixture(GaussianNoise(1.1), (0.8, 0.2), (0.8, 0.2)).hockey_stick(EPSILONS)
    assert bool(np.all(upper.hockey_stick(EPSILONS) >= plain - 1e-12))
    assert bool(np.all(lower.hockey_stick(EPSILONS) <= upper.hockey_stick(EPSILONS) + 1e-12))


def test_too_many_releases_for_one_table() -> None:
    many = tuple(ShiftPart(LaplaceNoise(1.0 + k), 1.0) for k in range(12))
    with pytest.raises(CannotAnswer, match="the tables of their losses would have too many entries"):
        product_pairs(many, (0.8, 0.1, 0.1), (0.8, 0.1, 0.1))


@pytest.mark.parametrize(
    ("p", "q"),
    [((0.0, 1.0), (1.0,)), ((0.9, 0.08, 0.02), (1.0,)), ((0.99, 0.01), (0.99, 0.01)), ((0.9, 0.08, 0.02), (0.9, 0.1))],
)
def test_gaussians_taken_apart_enclose_the_one_that_they_are(p: tuple[float, ...], q: tuple[float, ...]) -> None:
    upper, lower = product_pairs((GAUSSIAN, ShiftPart(GaussianNoise(3.0), 1.0)), p, q)
    truth = ShiftMixture(GaussianNoise(1.0), p, q, np.hypot(1.0 / 1.1, 1.0 / 3.0)).hockey_stick(EPSILONS)
    assert bool(np.all(lower.hockey_stick(EPSILONS) <= truth * (1.0 + 1e-10)))
    assert bool(np.all(truth <= upper.hockey_stick(EPSILONS) * (1.0 + 1e-10)))
    assert upper.hockey_stick(EPSILONS) == pytest.approx(lower.hockey_stick(EPSILONS), rel=2e-2)
