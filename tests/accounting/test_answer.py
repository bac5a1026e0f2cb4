"""What an answer says, and that asking it changes nothing."""

from __future__ import annotations

import json
import math
import re
import threading

import numpy as np
import pytest
from scipy.special import ndtr, ndtri

from tightdp import (
    AddRemove,
    Answer,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Insert,
    InvalidInput,
    Laplace,
    Poisson,
    Program,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    account,
)


def dp_sgd() -> Answer:
    return account(10_000 * Step(Gaussian(1.1), Poisson(0.01)), AddRemove())


def test_epsilon_and_delta_invert_each_other() -> None:
    answer = dp_sgd()
    epsilon = answer.epsilon(1e-5)
    assert answer.delta(epsilon.upper).lower <= 1e-5
    assert answer.delta(epsilon.lower).upper >= 1e-5


def test_asking_changes_nothing() -> None:
    """Whatever was asked before, and from however many threads, the same question has the same answer to the bit."""
    fresh = {delta: dp_sgd().epsilon(delta) for delta in (1e-3, 1e-5, 1e-9)}
    answer = dp_sgd()
    _ = answer.profile([0.5, 3.0]), answer.trade_off([0.1])
    heard: list[bool] = []

    def ask() -> None:
        heard.extend(answer.epsilon(delta) == bound for delta, bound in fresh.items())

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert heard == [True] * 12


def test_the_profile_is_delta_at_each_epsilon() -> None:
    answer = account(100 * Step(Laplace(1.0), Poisson(0.1)), Remove())
    assert answer.profile([0.5, 1.0, 2.0]) == tuple(answer.delta(e) for e in (0.5, 1.0, 2.0))
    assert answer.profile([]) == ()


def test_the_trade_off_of_one_gaussian_release() -> None:
    """``f(a) = Phi(Phi^-1(1 - a) - mu)``, composed or not."""
    rates = [1e-6, 0.01, 0.1, 0.5, 0.9]
    exact = ndtr(-ndtri(rates) - 1.0)
    once = account(Step(Gaussian(1.0), FullBatch()), AddRemove()).trade_off(rates)
    for bound, value in zip(once, exact, strict=True):
        assert bound.lower - 1e-12 <= value <= bound.upper
        assert bound.upper - bound.lower <= 1e-8


def test_a_positive_is_the_claim_of_x() -> None:
    """Noise with the record, rate 0.1, against noise without it: a threshold test is best in either role."""
    step, at = Step(Gaussian(1.0), Poisson(0.1)), 1.3
    present, absent = 0.9 * ndtr(at) + 0.1 * ndtr(at - 1.0), ndtr(at)  # nothing above the threshold
    (missed,) = account(step, Remove()).trade_off([1.0 - absent])  # "it is there" above, though it is not
    assert missed.lower == pytest.approx(present, abs=1e-8)
    (missed,) = account(step, Insert()).trade_off([present])  # "it is not there" below, though it is
    assert missed.lower == pytest.approx(1.0 - absent, abs=1e-8)
    for rate in (0.1, 0.9):
        either = [account(step, relation).trade_off([rate])[0].lower for relation in (Remove(), Insert())]
        assert account(step, AddRemove()).trade_off([rate])[0].lower == min(either)


def test_the_trade_off_of_a_composition_has_two_ends() -> None:
    answer = account(1000 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove())
    for rate, bound in zip([0.01, 0.1, 0.5], answer.trade_off([0.01, 0.1, 0.5]), strict=True):
        below = max(1.0 - answer.delta(e).upper - math.exp(e) * rate for e in np.linspace(0.0, 3.0, 31))
        assert below - 1e-9 <= bound.upper
        assert 0.0 < bound.upper - bound.lower <= 1e-3
    assert answer.trade_off([0.0])[0].upper == 1.0
    assert answer.trade_off([1.0])[0].lower == pytest.approx(0.0, abs=1e-6)


def test_infinite_epsilon_and_its_reason() -> None:
    answer = account(30 * Step(EpsilonDelta(0.1, 1e-6), FullBatch()), AddRemove())
    bound = answer.epsilon(2e-5)
    assert bound.lower == bound.upper == math.inf
    assert "an event of probability 3e-05 is not protected by any epsilon" in answer.why(bound).notes
    unbounded = dp_sgd()
    assert "the loss is unbounded: no epsilon holds at delta 0" in unbounded.why(unbounded.epsilon(0.0)).notes


def test_no_step_no_loss() -> None:
    answer = account(Program(), AddRemove())
    assert answer.epsilon(1e-5).upper == answer.epsilon(0.0).upper == 0.0
    assert answer.delta(0.0).upper == 0.0
    assert answer.trade_off([0.3])[0].upper == 0.7
    assert answer.tight
    assert answer.because.theorems == ()


def test_infinite_epsilon_asks_for_what_nothing_protects() -> None:
    assert account(10 * Step(EpsilonDelta(1.0, 0.1), FullBatch()), Remove()).delta(math.inf).upper == pytest.approx(
        1.0 - 0.9**10, rel=1e-9
    )
    zero = dp_sgd().delta(math.inf)
    assert (zero.lower, zero.upper) == (0.0, 0.0)
    assert math.copysign(1.0, zero.upper) == 1.0


@pytest.mark.parametrize("delta", [-1e-9, 1.0, 2.0, float("nan"), "1e-5", None, True])
def test_a_delta_that_makes_no_sense(delta: object) -> None:
    with pytest.raises(InvalidInput, match=re.escape(f"delta must be in [0, 1), got {delta!r}")):
        dp_sgd().epsilon(delta)  # type: ignore[arg-type]


@pytest.mark.parametrize("epsilon", [-1e-9, float("nan"), "1", None])
def test_an_epsilon_that_makes_no_sense(epsilon: object) -> None:
    with pytest.raises(InvalidInput, match=re.escape(f"epsilon must be a number >= 0, got {epsilon!r}")):
        dp_sgd().delta(epsilon)  # type: ignore[arg-type]


def test_a_rate_that_makes_no_sense() -> None:
    with pytest.raises(InvalidInput, match=re.escape("false_positive_rate must be in [0, 1], got 1.5")):
        dp_sgd().trade_off([0.5, 1.5])


def test_an_upper_bound_says_that_it_is_one() -> None:
    answer = account(100 * Step(Gaussian(2.0), WithoutReplacement(1000, 10)), Substitute())
    assert not answer.tight
    assert any("not known to be attained" in note for note in answer.because.notes)
    bound = answer.epsilon(1e-5)
    assert bound.lower < bound.upper
    record = json.loads(json.dumps(answer.why(bound).as_dict()))
    assert record["theorems"] == ["B18/T9"]
    assert record["rounding"]["points"] > 0
    assert record["directions"][0]["substituted"] == 1


def test_one_step_is_tight_where_many_are_not() -> None:
    step = Step(Gaussian(2.0), WithoutReplacement(1000, 10))
    answer = account(step, Substitute())
    assert answer.tight
    assert answer.epsilon(1e-5).relative_gap <= 1e-6


def test_what_stopped_the_refinement_is_said() -> None:
    """Steps whose losses double precision hardly tells from 0, and one rare jump far out in the tail."""
    faint = account(10**9 * Step(Gaussian(1000.0), Poisson(1e-7)), Remove())
    bound = faint.epsilon(1e-8)
    assert bound.relative_gap > 1e-3
    assert "double precision leaves 4e-06 undecided, however fine the grid" in faint.why(bound).notes
    rare = account(15 * Step(Gaussian(1.4116), Poisson(3.09e-4)), Remove())
    bound = rare.epsilon(3.5e-29)
    assert bound.relative_gap > 1e-3
    assert any("refinement stopped helping" in note for note in rare.why(bound).notes)
