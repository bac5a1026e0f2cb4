from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from mechanisms.closeness import close
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.mechanisms import EpsilonDelta
from tightdp.mechanisms.epsilon_delta_group import group_canonical_pair

EPSILONS = np.array([-1.0, 0.0, 0.5, 1.0, 1.5, 2.0, 4.0])


@pytest.mark.parametrize("value", [-1.0, float("nan"), float("inf"), True, "1", None])
def test_epsilon_is_finite_and_not_negative(value: Any) -> None:
    with pytest.raises(InvalidInput, match="epsilon must be a finite number >= 0"):
        EpsilonDelta(value)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), True, "0"])
def test_delta_is_a_probability(value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"delta must be in \[0, 1\]"):
        EpsilonDelta(1.0, value)


@pytest.mark.parametrize("value", ["remove", "", None, 1])
def test_the_unit_is_one_of_three(value: Any) -> None:
    with pytest.raises(InvalidInput, match="unit must be 'either', 'add-remove' or 'substitute'"):
        EpsilonDelta(1.0, 0.0, value)


@pytest.mark.parametrize(
    ("known", "asked", "size"),
    [
        ("either", "add-remove", 1),
        ("either", "substitute", 1),
        ("add-remove", "add-remove", 1),
        ("add-remove", "substitute", 2),
        ("substitute", "substitute", 1),
    ],
)
def test_a_replaced_record_counts_twice_where_only_coming_and_going_is_known(known: Any, asked: Any, size: int) -> None:
    found = EpsilonDelta(0.9, 0.01, known).group_pair(3, asked).hockey_stick(EPSILONS)
    assert found.tolist() == group_canonical_pair(0.9, 0.01, 3 * size).hockey_stick(EPSILONS).tolist()


def test_sizes_that_change_are_refused_where_only_replacing_is_known() -> None:
    with pytest.raises(CannotAnswer, match="batches of different size may be perfectly distinguishable") as caught:
        EpsilonDelta(0.9, 0.01, "substitute").group_pair(1, "add-remove")
    assert "EpsilonDelta(0.9, 0.01)" in caught.value.asked
    assert "fixed-size scheme" in caught.value.instead


def test_one_record_on_one_side_is_attained() -> None:
    (found,) = EpsilonDelta(1.0, 0.1).extremal((0.75, 0.25), (1.0,), "add-remove")
    assert found.tight
    assert found.pair.hockey_stick(np.zeros(1))[0] == close(0.25 * (0.1 + 0.9 * np.tanh(0.5)))
    assert found.witnesses[0].hockey_stick(EPSILONS).tolist() == found.pair.hockey_stick(EPSILONS).tolist()
