from __future__ import annotations

import math

import pytest

from tightdp.divergences.group_profile import group_delta, group_epsilon, least_group_epsilon, scaled
from tightdp.errors import InvalidInput


def test_a_profile_with_a_jump() -> None:
    """Chords do not find it quickly; what is returned holds all the same."""
    found = group_epsilon(lambda _: 0.5, lambda epsilon: 1e-3 if epsilon < 0.731 else 0.0, 2, 1e-5)
    assert 1.462 <= found <= 1.55


def test_epsilon_of_a_pure_guarantee_and_of_none() -> None:
    assert group_epsilon(lambda _: 0.5, lambda _: 0.0, 3, 0.0) == 1.5
    assert group_epsilon(lambda d: 0.5 if d else math.inf, lambda _: 1e-3, 3, 1e-3) == math.inf
    assert group_epsilon(lambda _: 0.0, lambda _: 0.0, 3, 1e-3) == 0.0
    with pytest.raises(InvalidInput, match=r"delta must be in \[0, 1\), got 1.0"):
        group_epsilon(lambda _: 0.5, lambda _: 0.0, 3, 1.0)


def test_a_sum_of_one_term_for_each_record() -> None:
    assert group_delta(lambda part: 1e-6 if part == 0.5 else 1.0, 3, 1.5) == pytest.approx(
        1e-6 * (1.0 + math.exp(0.5) + math.exp(1.0))
    )
    assert group_delta(lambda _: 1e-6, 3, 0.0) == pytest.approx(3e-6)
    assert scaled(0.0, 1e3) == 0.0
    assert scaled(0.5, 10.0) == 1.0


def test_a_delta_below_all_floats_is_not_taken_for_none() -> None:
    """One record's delta reads 0 from eps 800 on, but so large a group factor meets it."""
    unbounded = group_epsilon(lambda d: 600.0 if d else math.inf, lambda e: 1e-5 if e < 800.0 else 0.0, 2, 1e-5)
    assert unbounded == math.inf
    bounded = group_epsilon(lambda d: 600.0 if d else 900.0, lambda e: 1e-5 if e < 900.0 else 0.0, 2, 1e-5)
    assert bounded == 1800.0


def test_other_sums() -> None:
    def doubled(profile: object, size: int, epsilon: float) -> float:
        return 2.0 * group_delta(profile, size, epsilon)  # type: ignore[arg-type]

    def one(epsilon: float) -> float:
        return math.exp(-10.0 * epsilon)

    looser = least_group_epsilon(doubled, lambda d: -0.1 * math.log(d), one, 2, 1e-5)
    assert looser > group_epsilon(lambda d: -0.1 * math.log(d), one, 2, 1e-5)
