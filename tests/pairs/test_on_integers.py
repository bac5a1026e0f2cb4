"""Gaussian mixtures on the integers read from a table, but for the range of the loss."""

from __future__ import annotations

import numpy as np

from tightdp.mechanisms import DiscreteGaussian
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.on_integers import OnIntegers
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap

(FOUND,) = DiscreteGaussian(2.0).extremal((0.5, 0.5), (1.0,), "add-remove")
PAIR = OnIntegers(FOUND.pair, ShiftMixture(GaussianNoise(2.0), (0.5, 0.5), (1.0,)))


def test_the_table_answers() -> None:
    losses = np.array([-0.3, 0.0, 0.5])
    assert PAIR.hockey_stick(losses).tolist() == FOUND.pair.hockey_stick(losses).tolist()
    assert PAIR.tails(losses).log_p_above.tolist() == FOUND.pair.tails(losses).log_p_above.tolist()
    assert PAIR.cells(losses).log_q.tolist() == FOUND.pair.cells(losses).log_q.tolist()
    assert PAIR.nodes().tolist() == FOUND.pair.nodes().tolist()
    assert PAIR.lattice == FOUND.pair.lattice


def test_nothing_is_revealed() -> None:
    assert FOUND.pair.support.p_infinite > 0.0
    assert PAIR.support.p_infinite == 0.0
    assert np.isinf(PAIR.support.highest)


def test_swapped() -> None:
    other = swap(PAIR)
    assert isinstance(other, OnIntegers)
    assert other.mixture.q == (0.5, 0.5)
    assert other.hockey_stick(np.zeros(1)) == swap(FOUND.pair).hockey_stick(np.zeros(1))
