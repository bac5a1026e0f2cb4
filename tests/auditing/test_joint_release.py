from __future__ import annotations

import numpy as np
import pytest

from tightdp.auditing.bare_release import BareRelease
from tightdp.auditing.joint_release import JointRelease
from tightdp.auditing.pull import Pull
from tightdp.auditing.table_release import TableRelease

SUM = BareRelease(Pull(1.0, 0.0))
TABLE = TableRelease(np.array([0.8, 0.2]), np.array([0.8, 0.2]), np.array([0.2, 0.8]))
BOTH = JointRelease((SUM, TABLE))


def test_parts_see_one_batch_and_their_densities_multiply() -> None:
    places = np.array([0, 1, 3, -2])
    outputs = BOTH.sample(places, np.random.default_rng(1))
    assert outputs.shape == (2, 4)
    assert outputs[0].tolist() == [0.0, 1.0, 3.0, 0.0]
    assert BOTH.log_density(np.array([[0.0, 1.0], [1.0, 1.0]]), 0) == pytest.approx([np.log(0.2), -np.inf])


def test_it_sees_as_much_as_the_part_that_sees_most() -> None:
    assert [BOTH.seen(place) for place in (0, 3, -2)] == [0, 3, -1]
