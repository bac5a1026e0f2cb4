"""Tails, cells and profiles of shift mixtures to ten digits, down to 1e-300 and for losses up to a million."""

from __future__ import annotations

import numpy as np
import pytest
from mpmath import mpf
from scipy.special import log_ndtr

from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import Lattice, Support
from tightdp.pairs.shift_mixture import ShiftMixture
from twins.nearness import agrees, is_sharp
from twins.shift_cases import THOROUGH, USUAL, ShiftCase

usual = pytest.mark.parametrize("case", USUAL, ids=str)
thorough = pytest.mark.parametrize("case", THOROUGH, ids=str)
UNIT = GaussianNoise(1.0)


def check_tails(case: ShiftCase) -> None:
    """Each tail lies between those at the loss one rounding lower and one rounding higher, to ten digits."""
    losses, twin = case.losses(), case.twin
    tails = case.pair.tails(np.array(losses))
    sharp: list[bool] = []
    for i, loss in enumerate(losses):
        slack = twin.rounding(loss)
        ends = list(zip(twin.tails(mpf(loss) - slack), twin.tails(mpf(loss) + slack), strict=True))
        got = (tails.log_p_above, tails.log_q_above, tails.log_p_below, tails.log_q_below)
        assert all(agrees(float(x[i]), end) for x, end in zip(got, ends, strict=True)), loss
        sharp += [is_sharp(end) for end in ends]
    assert sum(sharp) >= 0.3 * len(sharp), "the cases ask for nothing"


def check_cells(case: ShiftCase) -> None:
    losses, twin = case.losses(), case.twin
    cells = case.pair.cells(np.array(losses))
    assert np.exp(cells.log_p).sum() == pytest.approx(1.0, abs=1e-14)
    assert np.exp(cells.log_q).sum() == pytest.approx(1.0, abs=1e-14)
    slack = [twin.rounding(loss) for loss in losses]
    for i in range(len(losses) - 1):
        left, right = mpf(losses[i]), mpf(losses[i + 1])
        wide = twin.cell(left - slack[i], right + slack[i + 1])
        narrow = twin.cell(left + slack[i], right - slack[i + 1])
        assert agrees(float(cells.log_p[i + 1]), (narrow[0], wide[0])), (left, right)
        assert agrees(float(cells.log_q[i + 1]), (narrow[1], wide[1])), (left, right)


def check_profile(case: ShiftCase) -> None:
    """Profiles to eight digits, and to ten where the loss is known well enough."""
    epsilons, twin = [*case.losses(), 0.0], case.twin
    values = case.pair.hockey_stick(np.array(epsilons))
    for epsilon, value in zip(epsilons, values, strict=True):
        slack = twin.rounding(epsilon)
        high, low = twin.hockey_stick(mpf(epsilon) - slack), twin.hockey_stick(mpf(epsilon) + slack)
        assert high < 1e-300 or low * (1 - mpf(1e-10)) <= value <= high * (1 + mpf(1e-10)), epsilon


@usual
def test_masses_and_profile(case: ShiftCase) -> None:
    check_tails(case)
    check_cells(case)
    check_profile(case)


@pytest.mark.nightly
@thorough
def test_more_masses_and_profiles(case: ShiftCase) -> None:
    check_tails(case)
    check_cells(case)
    check_profile(case)


@usual
def test_losses_up_to_a_million_do_not_overflow(case: ShiftCase) -> None:
    """Warnings are errors here."""
    far = np.array([-np.inf, -1e6, -750.0, 750.0, 1e6, np.inf])
    for pair in (case.pair, ShiftMixture(case.pair.noise, case.pair.q, case.pair.p)):
        tails, cells, profile = pair.tails(far), pair.cells(far[1:-1]), pair.hockey_stick(far)
        for masses in (tails.log_p_above, tails.log_q_above, tails.log_p_below, tails.log_q_below):
            assert not np.isnan(masses).any()
            assert masses.max() <= 1e-15
        assert tails.log_p_below[0] == tails.log_q_above[-1] == -np.inf
        np.testing.assert_allclose(np.exp(tails.log_p_above) + np.exp(tails.log_p_below), 1.0, rtol=1e-14)
        np.testing.assert_allclose(np.exp(tails.log_q_above) + np.exp(tails.log_q_below), 1.0, rtol=1e-14)
        assert np.exp(cells.log_p).sum() == pytest.approx(1.0, abs=1e-14)
        assert np.exp(cells.log_q).sum() == pytest.approx(1.0, abs=1e-14)
        assert np.all(np.diff(profile) <= 0.0)
        assert (profile[0], profile[-1]) == (1.0, 0.0)


def test_a_loss_of_half_a_million() -> None:
    """sigma = 0.001: the loss has mean half a million; its law is N(5e5, 1e6), its tails are normal to 1e-300."""
    pair = ShiftMixture(GaussianNoise(1e-3), (0.0, 1.0), (1.0,))
    units = np.array([-37.0, -5.0, 0.0, 5.0, 37.0])
    tails = pair.tails(5e5 + 1e3 * units)
    np.testing.assert_allclose(tails.log_p_above, log_ndtr(-units), rtol=1e-13, atol=1e-11)
    np.testing.assert_allclose(tails.log_p_below, log_ndtr(units), rtol=1e-13, atol=1e-11)
    np.testing.assert_allclose(tails.log_q_above, log_ndtr(-units - 1e3), rtol=1e-13)


@pytest.mark.parametrize(
    ("p", "q", "support"),
    [
        ((0.0, 1.0), (1.0,), Support(-np.inf, np.inf)),
        ((0.8, 0.2), (1.0,), Support(np.log(0.8), np.inf)),
        ((1.0,), (0.8, 0.2), Support(-np.inf, np.log(1.25))),
        ((0.8, 0.2), (0.7, 0.3), Support(-np.inf, np.inf)),
        ((0.0, 1.0), (0.8, 0.2), Support(-np.inf, np.inf)),
        ((0.5, 0.0, 0.5), (1.0, 0.0), Support(np.log(0.5), np.inf)),
        ((1.0,), (1.0,), Support(0.0, 0.0)),
    ],
)
def test_the_range_of_gaussian_losses(p: tuple[float, ...], q: tuple[float, ...], support: Support) -> None:
    got = ShiftMixture(UNIT, p, q).support
    assert (got.lowest, got.highest) == pytest.approx((support.lowest, support.highest), rel=1e-15)
    assert ShiftMixture(UNIT, p, q).lattice is None


def test_the_range_of_rare_changes_keeps_its_digits() -> None:
    """``-log(1 - rate)`` from the rate, since ``1 - rate`` is rounded."""
    rate = 1e-9
    assert ShiftMixture(UNIT, (1.0,), (1.0 - rate, rate)).support.highest == pytest.approx(-np.log1p(-rate), rel=1e-15)


@pytest.mark.parametrize("case", [c for c in USUAL if c.noise == "laplace"], ids=str)
def test_laplace_losses_end_on_plateaus(case: ShiftCase) -> None:
    """Beyond the shifts the loss is constant: atoms, on which a grid should lie."""
    pair, twin = case.pair, case.twin
    first, last = twin.ends
    low, high = float(twin.loss(first)), float(twin.loss(last))
    assert pair.support.lowest == pytest.approx(low, rel=1e-12)
    assert pair.support.highest == pytest.approx(high, rel=1e-12)
    assert pair.lattice == Lattice(pair.support.highest, pair.support.highest - pair.support.lowest)
    tails = pair.tails(np.array([np.nextafter(pair.support.lowest, -np.inf), pair.support.highest]))
    assert tails.log_p_below.tolist() == [-np.inf, pytest.approx(0.0, abs=1e-15)]
    assert tails.log_q_above.tolist() == [pytest.approx(0.0, abs=1e-15), -np.inf]


@pytest.mark.parametrize("noise", [UNIT, LaplaceNoise(1.0)])
def test_no_change_reveals_nothing(noise: GaussianNoise | LaplaceNoise) -> None:
    pair = ShiftMixture(noise, (1.0,), (1.0, 0.0))
    losses = np.array([-1.0, 0.0, 1.0])
    assert pair.is_trivial
    assert pair.lattice is None
    assert pair.nodes().tolist() == [0.0]
    assert np.exp(pair.tails(losses).log_p_above).tolist() == [1.0, 0.0, 0.0]
    assert np.exp(pair.cells(losses).log_q).tolist() == [0.0, 1.0, 0.0, 0.0]
    assert pair.hockey_stick(losses).tolist() == [pytest.approx(1.0 - np.exp(-1.0)), 0.0, 0.0]


def test_a_single_component_sits_at_the_origin() -> None:
    above, below = ShiftMixture(UNIT, (0.7, 0.0, 0.3), (0.0, 1.0), 2.0).sides
    assert (above.shifts.tolist(), below.shifts.tolist()) == ([2.0, 6.0], [0.0])
    above, below = ShiftMixture(UNIT, (0.0, 1.0), (0.6, 0.4)).sides
    assert (above.shifts.tolist(), below.shifts.tolist()) == ([0.0], [-1.0, -2.0])
    assert ShiftMixture(UNIT, (0.0, 1.0), (0.0, 1.0)).single_shift == 2.0
    assert ShiftMixture(UNIT, (0.5, 0.5), (1.0,)).single_shift is None


def test_the_unit_scales_with_the_noise() -> None:
    """Only the ratio of unit and scale matters."""
    epsilons = np.array([-2.0, 0.0, 0.1, 3.0])
    one = ShiftMixture(UNIT, (0.6, 0.4), (0.9, 0.1)).hockey_stick(epsilons)
    four = ShiftMixture(GaussianNoise(4.0), (0.6, 0.4), (0.9, 0.1), 4.0).hockey_stick(epsilons)
    np.testing.assert_allclose(one, four, rtol=1e-14)


@usual
def test_nodes_resolve_the_law(case: ShiftCase) -> None:
    """Between two nodes lies little mass, unless the loss hardly changes there; the last one carries an atom."""
    pair = case.pair
    nodes = pair.nodes()
    assert np.all(np.diff(nodes) > 0.0)
    assert pair.support.lowest - 1e-15 <= nodes[0] < nodes[-1] <= pair.support.highest * (1 + 1e-15)
    cells = pair.cells(nodes)
    inner = np.exp(np.maximum(cells.log_p, cells.log_q))[1:-2]
    span = np.diff(nodes)[:-1] / max(1.0, float(np.abs(nodes).max()))
    assert np.all((inner <= 0.1) | (span <= 1e-2))
