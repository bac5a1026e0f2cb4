from __future__ import annotations

import numpy as np

from tightdp.auditing.pull import Pull

PLACES = np.array([0, 1, 2, -1, -3])


def test_records_of_x_pull_up_and_those_of_the_other_pull_down() -> None:
    assert Pull(2.0, 0.5).moved(PLACES).tolist() == [0.0, 2.0, 4.0, -0.5, -1.5]
    assert [Pull(2.0, 0.0).seen(place) for place in (0, 2, -3)] == [0, 2, 0]
    assert [Pull(0.0, 1.0).seen(place) for place in (0, 2, -3)] == [0, 0, -3]
