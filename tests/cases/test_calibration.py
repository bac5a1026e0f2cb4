"""Calibrations that users of privacy accountants asked for in public threads, with independently derived values."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from cases.runs import ONE, plain, sampled
from tightdp import (
    AddRemove,
    Budget,
    CannotAnswer,
    EpsilonDelta,
    Gaussian,
    InvalidInput,
    Laplace,
    Poisson,
    Program,
    Step,
    Together,
    TrainingPlan,
    account,
    budget_left,
    calibrate_plan,
    is_allowed,
    largest_rate,
    least_noise,
    most_steps,
)

Run = Callable[[float], Program]
STEP = Step(Gaussian(1.0), Poisson(0.01))


def at_rate(rate: float, steps: int) -> Run:
    return lambda noise: sampled(rate, noise, steps)


def full(steps: int) -> Run:
    return lambda noise: plain(noise, steps)


# name: (run, epsilon, delta, noise, relative slack: the digits that are stated, and rtol where many steps are rounded)
NOISE: dict[str, tuple[Run, float, float, float, float]] = {
    "A6 where a search died": (at_rate(0.01, 1000), 20.0, 1e-5, 0.44200, 1e-3),
    "A7 large epsilon": (at_rate(0.01, 1000), 50.0, 1e-5, 0.33339, 1e-3),
    "A11 very large epsilon": (at_rate(0.01, 1000), 1000.0, 1e-5, 0.108476, 1e-3),
    "B2 where orders end": (at_rate(1000 / 67_349, 202), 0.1, 7.424e-6, 6.797, 1e-3),
    "B2 ordinary": (at_rate(1000 / 67_349, 202), 1.0, 7.424e-6, 1.1660, 1e-3),
    "C1 never above the target": (at_rate(0.01, 1000), 1.0, 1e-5, 1.41462, 1e-3),
    "C2 no more than needed": (full(60), 0.1, 1e-5, 238.1851, 1e-5),
    "C5 one": (full(1), 1.0, 1e-6, 4.22467889, 2e-6),
    "C5 ten": (full(1), 10.0, 1e-6, 0.541086832, 2e-6),
    "C5 hundred": (full(1), 100.0, 1e-6, 0.0978372, 2e-6),
    "C6 outside the textbook's range": (full(1), 10.0, 1e-5, 0.4998886, 2e-6),
    "C7 one sampled step": (at_rate(0.01, 1), 1.0, 1e-6, 0.7764364062, 2e-6),
    "G1 updates, not micro-batches": (at_rate(1024 / 14_732, 42), 4.0, 2e-5, 0.90100, 1e-3),
}


@pytest.mark.parametrize("name", NOISE)
def test_the_noise_is_right_and_safe(name: str) -> None:
    run, epsilon, delta, noise, slack = NOISE[name]
    began = time.process_time()
    found = least_noise(run, ONE, Budget(epsilon, delta))
    assert time.process_time() - began < 3.0
    assert noise * (1.0 - slack) <= found.value <= noise * (1.0 + slack)
    assert found.bound.upper <= epsilon
    assert account(run(found.value), ONE).epsilon(delta).upper <= epsilon
    assert found.unspent <= 1e-5 * epsilon


def test_a11_noise_falls_strictly() -> None:
    found = [least_noise(at_rate(0.01, 1000), ONE, Budget(e, 1e-5)).value for e in (1.0, 10.0, 100.0, 1000.0)]
    assert found == sorted(found, reverse=True)
    assert len(set(found)) == 4


def test_b2_what_cannot_be_reached_is_said() -> None:
    """A black box beside the noise keeps epsilon above the target, whatever the noise."""
    box = Step(EpsilonDelta(0.2, 1e-6), Poisson(1.0))
    with pytest.raises(CannotAnswer, match=r"the closest of the values looked at, epsilon is 0\.1999"):
        least_noise(lambda noise: sampled(0.015, noise, 202) + box, ONE, Budget(0.1, 7.424e-6))


def test_c3_the_plan_that_ran_is_the_plan_that_was_calibrated() -> None:
    found = least_noise(at_rate(0.01, 1000), ONE, Budget(8.0, 1e-5))
    step = found.program.parts[0][0]
    assert 0.99 * 8.0 <= account(1000 * step, ONE).epsilon(1e-5).upper <= 8.0
    assert account(1300 * step, ONE).epsilon(1e-5).lower > 8.0


def test_c4_no_privacy_some_privacy_and_nonsense() -> None:
    assert least_noise(full(1), ONE, Budget(math.inf, 1e-5)).value == 0.0
    assert least_noise(full(1), ONE, Budget(0.0, 1e-5)).value == pytest.approx(3.98942e4, rel=1e-5)
    with pytest.raises(InvalidInput, match="not both 0"):
        Budget(0.0, 0.0)
    for bad in (math.nan, -1.0):
        with pytest.raises(InvalidInput, match="epsilon must be a number >= 0"):
            Budget(bad, 1e-5)


def test_c4_a_target_of_zero_is_no_missing_target() -> None:
    made = TrainingPlan(
        dataset_size=1000, sampling="full-batch", neighbours="add-remove", updates=1, delta=1e-5, target_epsilon=0.0
    )
    assert calibrate_plan(made).noise_multiplier == pytest.approx(3.98942e4, rel=1e-5)
    assert calibrate_plan(replace(made, target_epsilon=math.inf)).noise_multiplier == 0.0
    with pytest.raises(InvalidInput, match="target_epsilon and delta must be both given"):
        calibrate_plan(replace(made, target_epsilon=None))
    for bad in (math.nan, -1.0):
        with pytest.raises(InvalidInput, match="target_epsilon must be a number >= 0"):
            replace(made, target_epsilon=bad)


def test_c5_what_was_calibrated_is_what_is_evaluated() -> None:
    """The same delta comes back, and epsilon and delta cannot be swapped unseen."""
    for epsilon in (1.0, 10.0, 100.0):
        found = least_noise(full(1), ONE, Budget(epsilon, 1e-6))
        bound = account(plain(float(found.value), 1), ONE).delta(epsilon)
        assert bound.lower <= 1e-6 * (1.0 + 1e-6)
        assert bound.upper >= 1e-6 * (1.0 - 1e-3)
    with pytest.raises(InvalidInput, match=r"delta must be .* got 10.0"):
        Budget(1e-6, 10.0)


def test_c8_the_most_steps() -> None:
    found = most_steps(STEP, ONE, Budget(1.0, 1e-5))
    assert found.value == 254
    assert found.bound.lower <= 0.99965 <= found.bound.upper + 2e-4


def test_c9_noise_for_the_steps_or_steps_for_the_noise() -> None:
    """What is left unspent is said either way."""
    noise = least_noise(at_rate(0.05, 500), ONE, Budget(100.0, 1e-5))
    steps = most_steps(Step(Gaussian(noise.value), Poisson(0.05)), ONE, Budget(100.0, 1e-5))
    assert steps.value == 500
    assert 0.0 <= noise.unspent <= 1e-3
    assert steps.unspent == 100.0 - steps.bound.upper


def test_c9_a_plan_says_what_is_left_unspent() -> None:
    """The budget is spent in the epochs there are, by less noise, or by more updates."""
    made = TrainingPlan(
        dataset_size=20_000,
        batch_size=1000,
        epochs=25,
        sampling="poisson",
        neighbours="add-remove",
        delta=1e-5,
        target_epsilon=100.0,
        noise_multiplier=0.4,
    )
    before = made.check(500)
    assert before.unspent is not None
    assert before.unspent > 10.0
    less_noise, longer = calibrate_plan(made), calibrate_plan(made, find="updates")
    assert less_noise.steps == 500 < longer.steps
    for spent in (less_noise.check(500), longer.check(longer.steps)):
        assert spent.unspent is not None
        assert 0.0 <= spent.unspent <= 1.0
        assert "unspent" in str(spent)


def test_h7_the_step_over_the_budget_is_refused_before_it_runs() -> None:
    budget, done = Budget(1.0, 1e-5), 253 * STEP
    assert is_allowed(STEP, ONE, budget, after=done)
    assert not is_allowed(STEP, ONE, budget, after=done + STEP)
    assert done == 253 * STEP
    assert most_steps(STEP, ONE, budget, after=done).value == 1


def test_f6_asking_whether_a_step_fits_changes_nothing() -> None:
    done = 254 * STEP
    before = account(done, ONE).epsilon(1e-5)
    assert [is_allowed(STEP, ONE, Budget(1.0, 1e-5), after=done) for _ in range(3)] == [False] * 3
    assert account(done, ONE).epsilon(1e-5) == before


def test_h9_what_a_hundred_more_queries_may_spend() -> None:
    began = time.process_time()
    found = budget_left(ONE, Budget(1.0, 1e-5), queries=100, after=100 * STEP)
    assert time.process_time() - began < 1.0
    assert account(found.program, ONE).epsilon(1e-5).upper <= 1.0
    assert found.value > 0.01  # what 100 queries may spend when their epsilons add up


def test_h9_a_hundred_more_equal_steps() -> None:
    began = time.process_time()
    assert most_steps(100 * STEP, ONE, Budget(1.0, 1e-5), after=50 * STEP).value == 2
    assert time.process_time() - began < 1.0


def test_h10_a_common_scale_in_a_fixed_ratio() -> None:
    def run(scale: float) -> Program:
        return 20 * Step(Together((Gaussian(scale), Laplace(4.0 * scale))), Poisson(0.05))

    found = least_noise(run, ONE, Budget(1.0, 1e-5))
    alone = least_noise(lambda scale: 20 * Step(Gaussian(scale), Poisson(0.05)), ONE, Budget(1.0, 1e-5))
    assert 0.9999 <= found.bound.upper <= 1.0
    assert found.value > alone.value


def test_the_largest_rate_of_a_hard_coded_black_box() -> None:
    box = EpsilonDelta(1.0, 1e-6)
    found = largest_rate(lambda rate: Step(box, Poisson(rate)), AddRemove(), Budget(0.1, 1e-7))
    assert found.value == pytest.approx(min(math.expm1(0.1) / math.expm1(1.0), 1e-7 / 1e-6), rel=2e-6)
