"""What is true of every pair, over the whole cast."""

from __future__ import annotations

import numpy as np
import pytest
from mpmath import mpf

from laws.cast_of_pairs import Member, cast
from tightdp.pairs.pair import Array
from tightdp.pairs.swapped import swap

CAST = cast()
every = pytest.mark.parametrize("member", CAST, ids=lambda member: member.name)
MASSES = ("log_p_above", "log_q_above", "log_p_below", "log_q_below")


def share(left: Array, middle: Array, right: Array) -> Array:
    """``(e^m - e^l) / (e^r - e^l)``."""
    return np.exp(np.maximum(middle - right, -700.0)) * np.expm1(left - middle) / np.expm1(left - right)


@every
def test_the_profile_agrees_with_its_slow_twin(member: Member) -> None:
    """To a relative 1e-8, in the tails as at 0, between two roundings of eps."""
    epsilons = member.epsilons(9)
    for epsilon, value in zip(epsilons.tolist(), member.pair.hockey_stick(epsilons), strict=True):
        slack = 2e-15 * abs(epsilon)
        high, low = member.profile(mpf(epsilon) - slack), member.profile(mpf(epsilon) + slack)
        assert high < 1e-290 or low * (1 - mpf(1e-8)) <= value <= high * (1 + mpf(1e-8)), epsilon


@every
def test_the_profile_is_convex_and_falls(member: Member) -> None:
    """In ``alpha = e^eps``, from 1 down to the mass at +inf and never below ``1 - alpha``."""
    at = np.unique(np.concatenate([member.epsilons(), member.edges()]))
    value = member.pair.hockey_stick(at)
    assert np.all(np.diff(value) <= 1e-12 * value[:-1])
    left, middle, right = at[:-2], at[1:-1], at[2:]
    t = share(left, middle, right)
    chord = (1.0 - t) * value[:-2] + t * value[2:]
    assert np.all(value[1:-1] <= chord * (1.0 + 1e-8) + 1e-300)
    assert np.all(value >= np.maximum(0.0, -np.expm1(np.minimum(at, 0.0))) - 1e-15)
    ends = member.pair.hockey_stick(np.array([-np.inf, -1e6, 1e6, np.inf]))
    rest = member.pair.support.p_infinite
    np.testing.assert_allclose(ends[[0, 3]], [1.0, rest], rtol=1e-12)
    assert np.all(np.diff(ends) <= 1e-15)


@every
def test_the_swap_identity(member: Member) -> None:
    """``d(-eps) = 1 - e^-eps + e^-eps d_swapped(eps)``."""
    epsilons = np.abs(member.epsilons())
    there, back = member.pair.hockey_stick(-epsilons), swap(member.pair).hockey_stick(epsilons)
    np.testing.assert_allclose(there, -np.expm1(-epsilons) + np.exp(-epsilons) * back, rtol=1e-11, atol=1e-14)


@every
def test_swapping_twice_changes_nothing(member: Member) -> None:
    pair, twice = member.pair, swap(swap(member.pair))
    epsilons, edges = member.epsilons(), member.edges()
    np.testing.assert_allclose(twice.hockey_stick(epsilons), pair.hockey_stick(epsilons), rtol=1e-12)
    for name in MASSES:
        np.testing.assert_allclose(getattr(twice.tails(edges), name), getattr(pair.tails(edges), name), rtol=1e-12)
    np.testing.assert_allclose(twice.cells(edges).log_p, pair.cells(edges).log_p, rtol=1e-12)
    support, again = pair.support, twice.support
    np.testing.assert_allclose(
        [again.lowest, again.highest, again.p_infinite, again.q_infinite],
        [support.lowest, support.highest, support.p_infinite, support.q_infinite],
        rtol=1e-15,
    )
    np.testing.assert_allclose(twice.nodes(), pair.nodes(), rtol=1e-15)
    assert type(twice) is not type(pair) or twice.lattice == pair.lattice


@every
def test_the_other_direction_has_the_negated_loss(member: Member) -> None:
    pair, other, edges = member.pair, swap(member.pair), member.edges()
    here, there = pair.tails(edges), other.tails(-edges)
    for mine, yours in zip(MASSES, reversed(MASSES), strict=True):
        assert_same_logs(getattr(there, yours), getattr(here, mine))
    assert_same_logs(other.cells(-edges[::-1]).log_q[::-1], pair.cells(edges).log_p)
    ends = [-pair.support.highest, -pair.support.lowest]
    np.testing.assert_allclose([other.support.lowest, other.support.highest], ends, rtol=1e-15)
    assert (other.support.p_infinite, other.support.q_infinite) == (pair.support.q_infinite, pair.support.p_infinite)


def assert_same_logs(one: Array, two: Array, tolerance: float = 1e-9) -> None:
    """Equal masses, where they are above 1e-290."""
    seen = (one > -660.0) | (two > -660.0)
    np.testing.assert_allclose(one[seen], two[seen], rtol=1e-12, atol=tolerance)


@every
def test_cells_add_up_to_tails(member: Member) -> None:
    pair, edges = member.pair, member.edges()
    tails, cells, support = pair.tails(edges), pair.cells(edges), pair.support
    with np.errstate(divide="ignore"):
        p_rest, q_rest = np.log(support.p_infinite), np.log(support.q_infinite)
    assert_same_logs(tails.log_p_below, np.logaddexp.accumulate(cells.log_p)[:-1])
    assert_same_logs(tails.log_q_below, np.logaddexp(np.logaddexp.accumulate(cells.log_q)[:-1], q_rest))
    assert_same_logs(tails.log_p_above, np.logaddexp(np.logaddexp.accumulate(cells.log_p[::-1])[::-1][1:], p_rest))
    assert_same_logs(tails.log_q_above, np.logaddexp.accumulate(cells.log_q[::-1])[::-1][1:])


@every
def test_masses_add_up_to_one(member: Member) -> None:
    """For any edges, also those that are a million nats away."""
    far = np.array([-1e6, -750.0, 750.0, 1e6])
    support, tails = member.pair.support, member.pair.tails(np.sort(np.append(member.edges(), far)))
    for edges in (member.edges(), far, np.zeros(1), np.empty(0)):
        cells = member.pair.cells(edges)
        assert len(cells.log_p) == len(edges) + 1
        assert np.exp(cells.log_p).sum() + support.p_infinite == pytest.approx(1.0, abs=1e-13)
        assert np.exp(cells.log_q).sum() + support.q_infinite == pytest.approx(1.0, abs=1e-13)
    np.testing.assert_allclose(np.exp(tails.log_p_above) + np.exp(tails.log_p_below), 1.0, rtol=1e-13)
    np.testing.assert_allclose(np.exp(tails.log_q_above) + np.exp(tails.log_q_below), 1.0, rtol=1e-13)


@every
def test_the_profile_is_that_of_the_tails(member: Member) -> None:
    """``d(eps) = P[L > eps] - e^eps Q[L > eps]`` (B18 Theorem 5), by the complements below 0."""
    edges = member.edges()
    edges = edges[np.abs(edges) < 600.0]
    tails, value = member.pair.tails(edges), member.pair.hockey_stick(edges)
    above = np.exp(tails.log_p_above), np.exp(edges + tails.log_q_above)
    np.testing.assert_allclose(value, above[0] - above[1], rtol=1e-10, atol=1e-13)


@every
def test_cells_hold_losses_between_their_edges(member: Member) -> None:
    """``e^left <= P / Q <= e^right`` for the masses of each cell above 1e-290."""
    edges = member.edges()
    cells = member.pair.cells(edges)
    seen = (cells.log_p > -660.0) & (cells.log_q > -660.0)
    ratio = cells.log_p[seen] - cells.log_q[seen]
    left, right = np.append(-np.inf, edges)[seen], np.append(edges, np.inf)[seen]
    slack = 1e-9 + 1e-13 * np.abs(ratio)
    assert np.all(ratio >= left - slack)
    assert np.all(ratio <= right + slack)


@every
def test_no_loss_lies_outside_the_range(member: Member) -> None:
    support = member.pair.support
    for end, empty in ((support.lowest, "below"), (support.highest, "above")):
        if not np.isfinite(end):
            continue
        beyond = np.array([end + (1e-9 if empty == "above" else -1e-9) * (1.0 + abs(end))])
        tails = member.pair.tails(beyond)
        rest_p = support.p_infinite if empty == "above" else 0.0
        rest_q = support.q_infinite if empty == "below" else 0.0
        assert np.exp(getattr(tails, f"log_p_{empty}"))[0] == pytest.approx(rest_p, rel=1e-12, abs=1e-15)
        assert np.exp(getattr(tails, f"log_q_{empty}"))[0] == pytest.approx(rest_q, rel=1e-12, abs=1e-15)


@every
def test_nodes_lie_in_the_range(member: Member) -> None:
    nodes, support = member.pair.nodes(), member.pair.support
    assert np.all(np.isfinite(nodes))
    assert np.all(np.diff(nodes) > 0.0)
    slack = 1e-12 * np.abs(nodes).max()
    assert support.lowest - slack <= nodes[0] <= nodes[-1] <= support.highest + slack
    assert not member.pair.is_trivial


@every
def test_nothing_is_asked_and_nothing_answered(member: Member) -> None:
    empty = np.empty(0)
    for pair in (member.pair, swap(member.pair)):
        assert pair.hockey_stick(empty).shape == pair.tails(empty).log_p_above.shape == (0,)


def test_the_cast_reaches_far() -> None:
    """Tails of 1e-250, losses of 1e-9 and of thousands, atoms at +inf and at -inf."""
    lows = [member.pair.tails(member.epsilons()).log_p_below for member in CAST]
    assert min(float(low[np.isfinite(low)].min(initial=0.0)) for low in lows) < np.log(1e-250)
    largest = [float(np.abs(member.pair.nodes()).max()) for member in CAST]
    assert min(largest) < 2e-9
    assert max(largest) > 5e3
    assert any(member.pair.support.p_infinite for member in CAST)
    assert any(member.pair.support.q_infinite for member in CAST)
