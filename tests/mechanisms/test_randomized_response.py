from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from mechanisms.closeness import close
from tightdp.errors import InvalidInput
from tightdp.mechanisms import RandomizedResponse


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), True, "1", None])
def test_the_truth_is_a_probability(value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"truth_probability must be in \[0, 1\]"):
        RandomizedResponse(value)


@pytest.mark.parametrize("value", [0.2, 0.249999, 1.0001])
def test_the_truth_is_at_least_as_likely_as_a_lie(value: float) -> None:
    with pytest.raises(InvalidInput, match=r"truth_probability must be in \[0.25, 1\]"):
        RandomizedResponse(value, 4)


@pytest.mark.parametrize("value", [1, 0, -2, 2.5, True, "2", None])
def test_there_are_at_least_two_answers(value: Any) -> None:
    with pytest.raises(InvalidInput, match="categories must be a whole number >= 2"):
        RandomizedResponse(0.9, value)
    with pytest.raises(InvalidInput, match="categories must be a whole number >= 2"):
        RandomizedResponse.from_noise(0.1, value)


@pytest.mark.parametrize("value", [-0.1, 1.1, float("nan"), True, "0.1"])
def test_noise_is_a_probability(value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"noise_probability must be in \[0, 1\]"):
        RandomizedResponse.from_noise(value)


@pytest.mark.parametrize(("noise", "answers", "truth"), [(0.5, 4, 0.625), (0.0, 3, 1.0), (1.0, 2, 0.5)])
def test_noise_is_a_uniform_answer(noise: float, answers: int, truth: float) -> None:
    made = RandomizedResponse.from_noise(noise, answers)
    assert (made.truth_probability, made.categories) == (truth, answers)


@pytest.mark.parametrize("answers", [2, 3, 4, 9])
def test_pure_privacy_is_the_ratio_of_truth_and_lie(answers: int) -> None:
    made = RandomizedResponse.from_noise(0.5, answers)
    pair = made.group_pair(1, "add-remove")
    assert pair.support.highest == close(math.log1p(answers * 0.5 / 0.5))
    assert pair.support.p_infinite == 0.0


def test_a_report_has_one_answer_however_many_records_change() -> None:
    at = np.array([-0.5, 0.0, 0.4])
    profiles = [RandomizedResponse(0.8, 3).group_pair(k, "substitute").hockey_stick(at).tolist() for k in (1, 2, 9)]
    assert profiles[0] == profiles[1] == profiles[2]


def test_binary_answers_may_be_renamed() -> None:
    at = np.array([-0.5, 0.0, 0.4, 2.0])
    values = [RandomizedResponse(p).group_pair(1, "add-remove").hockey_stick(at) for p in (0.2, 0.8)]
    np.testing.assert_allclose(*values, rtol=1e-14, atol=1e-16)


@pytest.mark.parametrize("answers", [2, 3, 4, 7])
def test_uniform_answers_reveal_nothing(answers: int) -> None:
    (found,) = RandomizedResponse(1.0 / answers, answers).extremal((0.2, 0.8), (0.5, 0.5), "add-remove")
    assert bool(np.all(found.pair.hockey_stick(np.array([0.0, 1.0])) <= 1e-15))


def test_the_least_truth_may_be_rounded() -> None:
    assert RandomizedResponse(1.0 / 3.0 - 1e-13, 3).truth_probability < 1.0 / 3.0


def test_the_truth_alone_is_a_release() -> None:
    (found,) = RandomizedResponse(1.0, 3).extremal((0.9, 0.1), (1.0,), "add-remove")
    assert found.pair.hockey_stick(np.array([0.0, 500.0])) == close(0.1)


def test_changes_on_both_sides_have_a_witness_each_way() -> None:
    (found,) = RandomizedResponse(0.75).extremal((0.75, 0.25), (0.75, 0.25), "substitute")
    assert len(found.witnesses) == 2
    assert not found.tight
    assert found.tight_once
    assert "another function" in found.note
    (ternary,) = RandomizedResponse(0.75, 3).extremal((0.75, 0.25), (0.75, 0.25), "substitute")
    assert len(ternary.witnesses) == 3
    (one_sided,) = RandomizedResponse(0.75, 3).extremal((1.0,), (0.75, 0.25), "substitute")
    assert one_sided.tight
    assert one_sided.note == ""
