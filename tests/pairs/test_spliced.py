"""The sup profile: one pair above loss 0, another below (theory 3.4)."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.amplified import Amplified
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair, Lattice
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.spliced import Spliced, splice
from tightdp.pairs.swapped import swap

TABLE = Discrete.from_masses([0.5, 0.3, 0.15, 0.05, 0.0], [0.2, 0.3, 0.4, 0.0, 0.1])
GAUSSIAN = ShiftMixture(GaussianNoise(1.0), (0.75, 0.25), (1.0,))
LAPLACE = ShiftMixture(LaplaceNoise(1.0), (0.75, 0.25), (1.0,))
ROUND = Amplified(ShiftMixture(LaplaceNoise(0.5), (0.0, 1.0), (1.0,)), 0.4)
EVERY = pytest.mark.parametrize(
    "half", [TABLE, GAUSSIAN, LAPLACE, ROUND], ids=["table", "gaussian", "laplace", "amplified"]
)
EDGES = [np.array(e) for e in ([-0.9, -0.05, 0.0, 0.05, 0.9], [-0.9, -0.05, 0.05], [0.0], [-1.0], [2.0], [])]


def reflected(half: AbstractPair) -> Spliced:
    return Spliced(half, swap(half))


@EVERY
def test_each_half_keeps_its_profile(half: AbstractPair) -> None:
    pair = reflected(half)
    epsilons = np.array([0.0, 0.01, 0.3, 5.0])
    assert np.array_equal(pair.hockey_stick(epsilons), half.hockey_stick(epsilons))
    below = -np.expm1(-epsilons) + np.exp(-epsilons) * half.hockey_stick(epsilons)
    np.testing.assert_allclose(pair.hockey_stick(-epsilons), below, rtol=1e-13)


@EVERY
def test_the_masses_add_up(half: AbstractPair) -> None:
    pair = reflected(half)
    support = pair.support
    assert support.lowest == -support.highest
    for edges in EDGES:
        cells = pair.cells(edges)
        assert cells.log_p.shape == (len(edges) + 1,)
        assert np.exp(cells.log_p).sum() + support.p_infinite == pytest.approx(1.0, abs=1e-14)
        assert np.exp(cells.log_q).sum() + support.q_infinite == pytest.approx(1.0, abs=1e-14)


@EVERY
def test_the_rest_is_an_atom_at_zero(half: AbstractPair) -> None:
    """What neither half holds weighs the same under both laws."""
    pair = reflected(half)
    log_p, log_q = pair.center()
    assert np.exp(log_p) == pytest.approx(np.exp(log_q), abs=1e-15)
    above, below = half.tails(np.zeros(1)), swap(half).tails(np.full(1, -1e-15))
    left = 1.0 - np.exp(above.log_p_above[0]) - np.exp(below.log_p_below[0])
    assert np.exp(log_p) == pytest.approx(left, abs=1e-13)


@EVERY
def test_tails_are_sums_of_cells(half: AbstractPair) -> None:
    """Also in the half that a loss does not lie in, and for losses in any order."""
    pair = reflected(half)
    losses = np.array([0.3, -0.7, 0.0, 0.1, -0.05, 0.3])
    tails = pair.tails(losses)
    for i, loss in enumerate(losses):
        cells = pair.cells(np.array([loss]))
        p, q = np.exp(cells.log_p), np.exp(cells.log_q)
        assert np.exp(tails.log_p_below[i]) == pytest.approx(p[0], rel=1e-13)
        assert np.exp(tails.log_q_below[i]) == pytest.approx(q[0] + pair.support.q_infinite, rel=1e-13)
        assert np.exp(tails.log_p_above[i]) == pytest.approx(p[1] + pair.support.p_infinite, rel=1e-13)
        assert np.exp(tails.log_q_above[i]) == pytest.approx(q[1], rel=1e-13)


def test_far_tails_are_those_of_the_half() -> None:
    pair = reflected(GAUSSIAN)
    losses = np.array([-30.0, 30.0])
    np.testing.assert_array_equal(pair.tails(losses).log_p_above[1], GAUSSIAN.tails(losses).log_p_above[1])
    np.testing.assert_array_equal(pair.tails(losses).log_q_below[0], GAUSSIAN.tails(-losses).log_p_above[0])
    assert pair.tails(losses).log_q_above[1] < -300.0


@EVERY
def test_the_other_direction_is_the_same_pair(half: AbstractPair) -> None:
    pair, back = reflected(half), swap(reflected(half))
    assert isinstance(back, Spliced)
    edges = EDGES[0]
    np.testing.assert_allclose(back.cells(edges).log_p, pair.cells(edges).log_p, rtol=1e-12, atol=1e-14)


def test_tables_become_one_table() -> None:
    """With an atom at 0 in either half, counted once."""
    merged, general = splice(TABLE, swap(TABLE)), reflected(TABLE)
    assert isinstance(merged, Discrete)
    assert np.exp(merged.log_p).sum() + merged.p_infinite == pytest.approx(1.0, abs=1e-15)
    assert np.exp(merged.log_q).sum() + merged.q_infinite == pytest.approx(1.0, abs=1e-15)
    epsilons = np.linspace(-3.0, 3.0, 25)
    np.testing.assert_allclose(merged.hockey_stick(epsilons), general.hockey_stick(epsilons), rtol=1e-13)
    assert isinstance(splice(TABLE, swap(GAUSSIAN)), Spliced)


def test_nodes_and_lattice() -> None:
    for half in (TABLE, GAUSSIAN, LAPLACE):
        nodes = reflected(half).nodes()
        assert np.all(np.diff(nodes) > 0.0)
        assert 0.0 in nodes.tolist()
    assert reflected(GAUSSIAN).lattice == Lattice(0.0)
    assert reflected(LAPLACE).lattice == Lattice(0.0, LAPLACE.support.highest)
    assert Spliced(LAPLACE, LAPLACE).lattice == Lattice(0.0)


def test_the_pitfall_of_self_composition() -> None:
    """RR(.75), rate .25, substitution, eps = .25: the better direction alone is 25 % too small after two steps."""
    one = Discrete.from_masses([0.375, 0.625], [0.25, 0.75])
    pair = splice(one, swap(one))
    assert isinstance(pair, Discrete)
    losses = np.add.outer(pair.losses, pair.losses).ravel()
    log_q = np.add.outer(pair.log_q, pair.log_q).ravel()
    twice = Discrete.from_logs(losses, losses + log_q, log_q)
    assert twice.hockey_stick(np.array([0.25]))[0] == pytest.approx(0.10086864582806462, rel=1e-12)
