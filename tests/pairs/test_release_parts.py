from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.release_parts import ShiftPart, TablePart

ANSWER = Discrete.from_masses([0.7, 0.3], [0.3, 0.7])


def test_the_scale_is_that_of_the_loss() -> None:
    assert ShiftPart(GaussianNoise(2.0), 1.0).scale() == 0.5
    assert ShiftPart(LaplaceNoise(0.01), 1.0).scale() == 2.0
    assert TablePart(lambda _: ANSWER, moves_q=False).scale() == pytest.approx(
        0.84730 * 2 * (0.7 * 0.3) ** 0.5, rel=1e-4
    )
    nothing = Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0)
    assert TablePart(lambda _: nothing, moves_q=False).scale() == 0.0


def test_shifts_go_one_way_under_p_and_the_other_under_q() -> None:
    cells = ShiftPart(GaussianNoise(1.0), 1.5).cells([1, 2], [1], 0.1)
    assert list(cells.signs) == [1.0, 1.0, -1.0]
    middle = np.argmax(cells.log_base)
    assert cells.mean[:, middle] == pytest.approx(np.array([-1.125, -4.5, -1.125]), abs=0.4)


def test_one_table_for_every_distance_moves_p_alone() -> None:
    cells = TablePart(lambda _: ANSWER, moves_q=False).cells([1, 2], [1], 0.1)
    assert cells.is_exact
    assert cells.count == 2
    assert list(cells.signs) == [1.0, 1.0, -1.0]
    assert list(cells.mean[2]) == [0.0, 0.0]


def test_tables_that_differ_share_their_pieces() -> None:
    more = Discrete.from_masses([0.9, 0.1], [0.1, 0.9])
    cells = TablePart({1: ANSWER, 2: more}.__getitem__, moves_q=False).cells([1, 2], [1], 0.0)
    assert np.exp(cells.log_base).sum() == pytest.approx(1.0)
    assert np.exp(cells.log_base + cells.mean).sum(axis=1) == pytest.approx(np.ones(3))
    both = TablePart(lambda _: ANSWER, moves_q=True).cells([1], [1], 0.0)
    assert np.exp(both.log_base) == pytest.approx([0.3, 0.4, 0.3])
    assert both.mean[0] == pytest.approx(both.mean[1][::-1])
