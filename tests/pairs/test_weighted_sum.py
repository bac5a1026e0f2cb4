"""Pairs side by side with different weights under P and under Q."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.mechanisms import Gaussian
from tightdp.pairs.direct_sum import DirectSum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.swapped import reverse_hockey_stick, swap
from tightdp.pairs.weighted_sum import WeightedSum, weighted_sum

ONE, TWO = (Gaussian(1.0).group_pair(k, "add-remove") for k in (1, 2))
TABLE = Discrete.from_masses([0.6, 0.3, 0.1, 0.0], [0.2, 0.3, 0.4, 0.1])
EPSILONS = np.linspace(-4.0, 4.0, 33)


def side_by_side() -> AbstractPair:
    return weighted_sum([(0.5, 0.2, ONE), (0.3, 0.7, TWO), (0.2, 0.0, ONE), (0.0, 0.1, ONE)])


def test_the_profile_is_that_of_the_measures() -> None:
    alpha = np.exp(EPSILONS)
    wanted = 0.2 + np.zeros(len(EPSILONS))
    for w, v, pair in ((0.5, 0.2, ONE), (0.3, 0.7, TWO)):
        wanted += w * pair.hockey_stick(np.log(alpha * v / w))
    assert np.allclose(side_by_side().hockey_stick(EPSILONS), wanted, rtol=1e-13)


def test_tails_give_the_profile() -> None:
    tails = side_by_side().tails(EPSILONS)
    value = np.exp(tails.log_p_above) - np.exp(EPSILONS + tails.log_q_above)
    assert np.allclose(value, side_by_side().hockey_stick(EPSILONS), rtol=1e-10)
    assert np.allclose(np.exp(tails.log_p_above) + np.exp(tails.log_p_below), 1.0)
    assert np.allclose(np.exp(tails.log_q_above) + np.exp(tails.log_q_below), 1.0)


def test_cells_and_revealed_masses_sum_to_one() -> None:
    pair = side_by_side()
    cells, support = pair.cells(EPSILONS), pair.support
    assert np.exp(cells.log_p).sum() + support.p_infinite == pytest.approx(1.0, rel=1e-12)
    assert np.exp(cells.log_q).sum() + support.q_infinite == pytest.approx(1.0, rel=1e-12)
    assert (support.p_infinite, support.q_infinite) == pytest.approx((0.2, 0.1))
    assert support.lowest < pair.nodes()[0] < pair.nodes()[-1] < support.highest
    assert pair.lattice is None


def test_swapping_turns_it_around() -> None:
    pair = side_by_side()
    assert np.allclose(swap(pair).hockey_stick(EPSILONS), reverse_hockey_stick(pair, EPSILONS), atol=1e-12)
    assert swap(swap(pair)) == pair


def test_tables_become_one_table() -> None:
    table = weighted_sum([(0.5, 0.2, TABLE), (0.3, 0.8, swap(TABLE)), (0.2, 0.0, TABLE)])
    assert isinstance(table, Discrete)
    assert isinstance(swap(TABLE), Discrete)
    slow = WeightedSum((0.5, 0.3), (0.2, 0.8), (TABLE, swap(TABLE)), 0.2)
    assert np.allclose(table.hockey_stick(EPSILONS), slow.hockey_stick(EPSILONS), rtol=1e-13)
    assert table.support.p_infinite == pytest.approx(slow.support.p_infinite)
    assert slow.lattice is not None


def test_simple_forms() -> None:
    assert weighted_sum([(1.0, 1.0, ONE)]) is ONE
    assert isinstance(weighted_sum([(0.5, 0.5, ONE), (0.5, 0.5, TWO)]), DirectSum)
    everything = weighted_sum([(1.0, 0.0, ONE), (0.0, 1.0, ONE)])
    assert everything.support.p_infinite == 1.0 == everything.support.q_infinite
