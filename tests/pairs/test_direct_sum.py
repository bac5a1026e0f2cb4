"""A pair drawn by a public index: every mass is a weighted sum (B18 Theorem 7)."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.pairs.direct_sum import DirectSum, direct_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair, Lattice, Support
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from twins.nearness import about

TABLE = Discrete.from_masses([0.5, 0.3, 0.2, 0.0], [0.2, 0.3, 0.0, 0.5])
GAUSSIAN = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,))
LAPLACE = ShiftMixture(LaplaceNoise(1.0), (0.8, 0.2), (1.0,))
WEIGHTS, PARTS = (0.2, 0.5, 0.3), (TABLE, GAUSSIAN, LAPLACE)
PAIR = DirectSum(WEIGHTS, PARTS)
EDGES = np.array([-1.3, -0.7, 0.0, 0.3, 2.0])


@pytest.mark.parametrize("name", ["log_p_above", "log_q_above", "log_p_below", "log_q_below"])
def test_tails_are_weighted_sums(name: str) -> None:
    wanted = sum(w * np.exp(getattr(part.tails(EDGES), name)) for w, part in zip(WEIGHTS, PARTS, strict=True))
    np.testing.assert_allclose(np.exp(getattr(PAIR.tails(EDGES), name)), wanted, rtol=1e-14)


@pytest.mark.parametrize("name", ["log_p", "log_q"])
def test_cells_are_weighted_sums(name: str) -> None:
    wanted = sum(w * np.exp(getattr(part.cells(EDGES), name)) for w, part in zip(WEIGHTS, PARTS, strict=True))
    np.testing.assert_allclose(np.exp(getattr(PAIR.cells(EDGES), name)), wanted, rtol=1e-14)


@given(epsilon=st.floats(-5.0, 40.0))
def test_the_profile_is_a_weighted_sum(epsilon: float) -> None:
    at = np.array([epsilon])
    wanted = sum(w * part.hockey_stick(at)[0] for w, part in zip(WEIGHTS, PARTS, strict=True))
    assert PAIR.hockey_stick(at)[0] == pytest.approx(wanted, rel=1e-15)
    back = sum(w * swap(part).hockey_stick(at)[0] for w, part in zip(WEIGHTS, PARTS, strict=True))
    assert swap(PAIR).hockey_stick(at)[0] == pytest.approx(back, rel=1e-15)


def test_the_range_is_the_union() -> None:
    assert PAIR.support == Support(-np.inf, np.inf, about(0.04), about(0.1))
    bounded = DirectSum((0.5, 0.5), (TABLE, LAPLACE)).support
    assert (bounded.lowest, bounded.highest) == (LAPLACE.support.lowest, TABLE.support.highest)


def test_nodes_and_lattice() -> None:
    nodes = PAIR.nodes()
    assert np.all(np.diff(nodes) > 0.0)
    assert len(nodes) <= 16_000
    assert PAIR.lattice is None  # the heaviest part has no atoms
    assert DirectSum((0.7, 0.3), (TABLE, GAUSSIAN)).lattice == TABLE.lattice
    assert isinstance(TABLE.lattice, Lattice)


def test_many_nodes_are_thinned() -> None:
    rng = np.random.default_rng(1)
    tables: list[AbstractPair] = []
    for _ in range(5):
        losses = np.sort(rng.normal(size=4000))
        log_q = np.full(4000, -np.log(4000.0))
        tables.append(Discrete(losses, losses + log_q, log_q))
    assert 8000 <= len(DirectSum((0.2,) * 5, tuple(tables)).nodes()) <= 16_000


def test_the_simplest_form() -> None:
    assert direct_sum((0.0, 1.0), (TABLE, GAUSSIAN)) is GAUSSIAN
    assert direct_sum((0.4, 0.0, 0.6), (TABLE, LAPLACE, GAUSSIAN)) == DirectSum((0.4, 0.6), (TABLE, GAUSSIAN))
    assert isinstance(swap(PAIR), DirectSum)


def test_tables_become_one_table() -> None:
    other = Discrete.from_masses([0.5, 0.5], [0.4, 0.6])
    merged = direct_sum((0.25, 0.75), (TABLE, other))
    assert isinstance(merged, Discrete)
    assert merged.support.p_infinite == pytest.approx(0.05)
    assert merged.support.q_infinite == pytest.approx(0.125)
    general = DirectSum((0.25, 0.75), (TABLE, other))
    epsilons = np.linspace(-3.0, 3.0, 13)
    np.testing.assert_allclose(merged.hockey_stick(epsilons), general.hockey_stick(epsilons), rtol=1e-14)
