from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import Cells, trivial_profile

ZERO = np.zeros(1)


def test_cells_of_the_other_direction() -> None:
    cells = Cells(np.array([1.0, 2.0, 3.0]), np.array([4.0, 5.0, 6.0])).reversed_swapped()
    assert cells.log_p.tolist() == [6.0, 5.0, 4.0]
    assert cells.log_q.tolist() == [3.0, 2.0, 1.0]


@pytest.mark.parametrize(
    ("pair", "trivial"),
    [
        (Discrete(ZERO, ZERO, ZERO), True),
        (Discrete.from_masses([0.5, 0.5], [0.5, 0.5]), True),
        (Discrete.from_masses([0.5, 0.5], [0.4, 0.6]), False),
        (Discrete.from_masses([0.5, 0.5, 0.0], [0.5, 0.4, 0.1]), False),
        (Discrete(ZERO, np.log([0.5]), np.log([0.5]), 0.5, 0.5), False),
        (Discrete(ZERO, np.log([0.5]), ZERO, 0.5, 0.0), False),
    ],
)
def test_a_pair_is_trivial_where_both_laws_are_one(pair: Discrete, trivial: bool) -> None:
    assert pair.is_trivial is trivial


def test_the_floor_of_every_profile() -> None:
    floor = trivial_profile(np.array([-np.inf, -1e6, -1.0, -1e-12, -0.0, 0.0, 5.0, np.inf]))
    np.testing.assert_allclose(floor, [1.0, 1.0, 1.0 - np.exp(-1.0), 1e-12, 0.0, 0.0, 0.0, 0.0], rtol=1e-12)
    assert not np.signbit(floor).any()
