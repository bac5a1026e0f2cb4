"""The loss along the line and its inverse."""

from __future__ import annotations

import numpy as np
import pytest
from mpmath import exp, log, mpf, workdps

from tightdp.pairs import shift_loss
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_loss import Side, closed_inverse, loss_at, numeric_inverse, z_nodes
from twins.nearness import relative_error
from twins.shift_cases import USUAL, ShiftCase

usual = pytest.mark.parametrize("case", USUAL, ids=str)
ORIGIN = Side(np.zeros(1), np.ones(1))


def inverted(noise: AbstractNoise, above: Side, below: Side, losses: Array) -> Array:
    """By Newton's steps from a table as :class:`ShiftMixture` makes it."""
    z = z_nodes(noise, above, below, 2000)
    return numeric_inverse(noise, above, below, losses, (z, np.maximum.accumulate(loss_at(noise, above, below, z))))


def side(*pairs: tuple[float, float]) -> Side:
    return Side(np.array([shift for shift, _ in pairs]), np.array([weight for _, weight in pairs]))


@usual
def test_the_loss_along_the_line(case: ShiftCase) -> None:
    """To the rounding of the two log ratios whose difference it is; the sides may sit elsewhere on the line."""
    pair, twin = case.pair, case.twin
    above, below = pair.sides
    origin = min(float(twin.above[0][0]) - above.shifts[0], float(twin.below[0][0]) - below.shifts[0])
    first, last = (float(x) for x in twin.ends)
    z = np.linspace(first, last, 7)
    for at, loss in zip(z, loss_at(pair.noise, above, below, z - origin), strict=True):
        truth = twin.loss(mpf(float(at)))
        parts = (
            above.log_ratio(pair.noise, np.array([at - origin])),
            below.log_ratio(pair.noise, np.array([at - origin])),
        )
        terms = sum(float(abs(part[0])) for part in parts)
        assert abs(loss - truth) <= 1e-15 * (terms + abs(truth) + (min(case.pair.p[0], case.pair.q[0]) < 0.5))


@usual
def test_inverses_agree(case: ShiftCase) -> None:
    """The closed form, where there is one, and Newton's steps find the same point of the line."""
    pair = case.pair
    losses = np.array(case.losses())
    above, below = pair.sides
    z = inverted(pair.noise, above, below, losses)
    back = loss_at(pair.noise, above, below, z)
    np.testing.assert_allclose(back, losses, rtol=2e-14, atol=1e-14 * float(np.abs(losses).max()))
    closed = closed_inverse(pair.noise, above, below, losses)
    if closed is not None:
        inside = np.isfinite(closed)  # next to the end of the range a rounding decides
        back = loss_at(pair.noise, above, below, closed[inside])
        np.testing.assert_allclose(back, losses[inside], rtol=2e-14, atol=1e-15)


def test_which_sides_have_a_closed_inverse() -> None:
    noise, at = GaussianNoise(1.0), np.zeros(1)
    assert closed_inverse(noise, side((0.0, 0.4), (1.0, 0.6)), ORIGIN, at) is not None
    assert closed_inverse(noise, ORIGIN, side((0.0, 0.4), (-1.0, 0.6)), at) is not None
    assert closed_inverse(noise, side((0.0, 0.4), (1.0, 0.6)), side((0.0, 0.5), (-1.0, 0.5)), at) is None
    assert closed_inverse(noise, side((0.0, 0.4), (1.0, 0.3), (2.0, 0.3)), ORIGIN, at) is None
    assert closed_inverse(noise, ORIGIN, side((-1.0, 0.4), (-2.0, 0.6)), at) is None


def test_a_small_mixture_keeps_relative_digits_near_loss_zero() -> None:
    """Weights of 1e-12 give losses of 1e-12, whose digits a logarithm of the sum would lose."""
    above = side((0.0, 1.0 - 3e-12), (1.0, 1e-12), (2.0, 2e-12))
    z = np.array([-1.0, 0.0, 0.5, 2.0])
    got = above.log_ratio(GaussianNoise(1.0), z)
    exact = 1e-12 * np.expm1(z - 0.5) + 2e-12 * np.expm1(2.0 * (z - 1.0))
    np.testing.assert_allclose(got, exact, rtol=1e-11)


def test_a_heavy_mixture_keeps_relative_digits_too() -> None:
    """Noise of 1e5 shifts and weights below a half: the loss is 1e-5, and so small is its error."""
    above = side((0.0, 0.1), (1.0, 0.5), (2.0, 0.4))
    z = np.linspace(-1e5, 1e5, 9)
    got = above.log_ratio(LaplaceNoise(1e5), z)
    with workdps(40):
        for value, at in zip(got, z.tolist(), strict=True):
            terms = [(mpf("0.1"), 0), (mpf("0.5"), 1), (mpf("0.4"), 2)]
            truth = log(sum(w * exp((abs(mpf(at)) - abs(mpf(at) - s)) / mpf(1e5)) for w, s in terms))
            assert relative_error(value, truth) <= 1e-14


def test_the_slope_is_the_derivative() -> None:
    noise, above = GaussianNoise(0.7), side((0.0, 0.3), (1.0, 0.5), (3.0, 0.2))
    z = np.linspace(-2.0, 5.0, 15)
    step = 1e-5
    numeric = (above.log_ratio(noise, z + step) - above.log_ratio(noise, z - step)) / (2.0 * step)
    value, slope = above.log_ratio_and_slope(noise, z)
    np.testing.assert_allclose(slope, numeric, rtol=1e-7, atol=1e-8)
    np.testing.assert_allclose(value, above.log_ratio(noise, z), rtol=1e-15)


def test_losses_outside_the_range_have_no_point() -> None:
    above, below = side((0.0, 0.6), (1.0, 0.4)), side((0.0, 0.6), (-1.0, 0.4))
    for noise in (GaussianNoise(1.0), LaplaceNoise(1.0)):
        z = inverted(noise, above, below, np.array([-1e6, 0.0, 1e6]))
        assert z.tolist() == [-np.inf, pytest.approx(0.0, abs=1e-12), np.inf]
    assert inverted(LaplaceNoise(1.0), above, below, np.empty(0)).shape == (0,)
    assert loss_at(LaplaceNoise(1.0), above, below, np.empty(0)).shape == (0,)


def test_memory_is_bounded_and_chunks_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    noise, above, below = GaussianNoise(1.0), side((0.0, 0.6), (1.0, 0.4)), side((0.0, 0.9), (-1.0, 0.1))
    z = np.linspace(-3.0, 4.0, 50)
    losses = loss_at(noise, above, below, z)
    found = inverted(noise, above, below, losses)
    monkeypatch.setattr(shift_loss, "_CHUNK", 16)
    assert np.array_equal(loss_at(noise, above, below, z), losses)
    np.testing.assert_allclose(inverted(noise, above, below, losses), found, rtol=1e-14, atol=1e-14)


@usual
def test_nodes_hold_every_shift(case: ShiftCase) -> None:
    above, below = case.pair.sides
    nodes = z_nodes(case.pair.noise, above, below)
    assert np.all(np.diff(nodes) > 0.0)
    assert {*above.shifts.tolist(), *below.shifts.tolist()} <= set(nodes.tolist())
    assert len(nodes) <= 5000


def test_many_components_still_give_few_nodes() -> None:
    weights = np.full(3001, 1.0 / 3001.0)
    above = Side(np.arange(3001.0), weights)
    assert len(z_nodes(GaussianNoise(1.0), above, ORIGIN)) <= 5000
    assert len(z_nodes(LaplaceNoise(1.0), above, ORIGIN)) <= 6002


def test_rare_components_keep_their_digits_far_out() -> None:
    """Where a likelihood ratio beyond e^30 has a weight that makes it small, and where the common weight is 1."""
    noise = GaussianNoise(0.5)
    rare = Side(np.array([0.0, 1.0, 4.0]), np.array([1.0, 1e-30, 1e-44]))
    z = np.array([4.2, 5.0])
    ratios = [w * np.expm1(noise.log_ratio(z, np.array(s))) for s, w in ((1.0, 1e-30), (4.0, 1e-44))]
    np.testing.assert_allclose(rare.log_ratio(noise, z), np.log1p(ratios[0] + ratios[1]), rtol=1e-12)
    common = Side(np.array([0.0, -1.0]), np.array([1e-24, 1.0]))
    np.testing.assert_allclose(common.log_ratio(noise, np.array([60.0])), np.log(1e-24), rtol=1e-12)
