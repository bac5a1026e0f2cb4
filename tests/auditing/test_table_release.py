from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.auditing.table_release import TableRelease
from tightdp.mechanisms.epsilon_delta_group import canonical_pair

PAIR = canonical_pair(1.0, 0.1)


def test_the_membership_question_is_answered_by_the_pair() -> None:
    release = TableRelease.membership(PAIR, of_removed=True)
    outputs = np.arange(4.0)
    changed, unchanged = np.exp(release.log_density(outputs, 3)), np.exp(release.log_density(outputs, 0))
    high, low = 0.9 / (1.0 + math.exp(-1.0)), 0.9 / (1.0 + math.exp(1.0))
    assert changed == pytest.approx([low, high, 0.1, 0.0])
    assert unchanged == pytest.approx([high, low, 0.0, 0.1])
    assert [release.seen(place) for place in (0, 5, -2)] == [0, 1, 0]


def test_inserted_records_can_be_asked_for() -> None:
    release = TableRelease.membership(PAIR, of_removed=False)
    assert [release.seen(place) for place in (0, 5, -2)] == [0, 0, -1]
    assert release.log_density(np.array([2.0]), -1) == pytest.approx([math.log(0.1)])


def test_outputs_follow_the_table() -> None:
    release = TableRelease(np.array([1.0, 0.0, 0.0]), np.array([0.25, 0.25, 0.5]), np.array([0.0, 0.0, 1.0]))
    places = np.repeat([0, 2, -1], 40_000)
    found = release.sample(places, np.random.default_rng(3)).reshape(3, -1)
    assert set(found[0]) == {0.0}
    assert set(found[2]) == {2.0}
    shares = np.bincount(found[1].astype(int)) / 40_000
    assert shares == pytest.approx([0.25, 0.25, 0.5], abs=0.01)
