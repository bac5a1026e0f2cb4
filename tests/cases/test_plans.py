"""Plans that people asked about: batch, rate and steps follow from the loop, and the value is the derived one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from tightdp import CannotAnswer, account
from tightdp.planning import TrainingPlan


def plan(**fields: Any) -> TrainingPlan:
    given: dict[str, Any] = {"sampling": "poisson", "neighbours": "add-remove", "delta": 1e-5, **fields}
    return TrainingPlan(**given)


D2 = plan(dataset_size=50_000, batch_size=500, epochs=10, noise_multiplier=1.0)

# name: (plan, steps, epsilon, how far it may be off)
PLANS: dict[str, tuple[TrainingPlan, int, float, float]] = {
    "C1": (
        plan(dataset_size=100_000, batch_size=1000, epochs=10, noise_multiplier=1.41462, target_epsilon=1.0),
        1000,
        1.0,
        2e-4,
    ),
    "D2 Poisson": (D2, 1000, 1.82824, 2e-4),
    "D11 who is in a batch is known": (replace(D2, secret_batches=False, epochs=None, updates=10), 10, 17.856587, 1e-5),
    "D13 the rate of the loader": (
        plan(dataset_size=100_000, batch_size=16, updates=8, noise_multiplier=1.0),
        8,
        0.00184,
        1e-5,
    ),
    "D13 the rate of the record drawn most often": (
        plan(dataset_size=100_000, batch_size=16, updates=8, noise_multiplier=1.0, largest_rate=0.125),
        8,
        3.17467,
        2e-4,
    ),
    "E2 replace one": (replace(D2, neighbours="substitute"), 1000, 2.8434, 2e-4),
    "E5 records clipped one by one": (
        plan(dataset_size=60_000, batch_size=256, updates=14_063, noise_multiplier=1.1),
        14_063,
        2.3817,
        2e-4,
    ),
    "E5 records clipped in groups": (
        plan(dataset_size=60_000, batch_size=256, updates=14_063, noise_multiplier=1.1, records_per_clip=2),
        14_063,
        14.719,
        5e-3,
    ),
    "F1 four records of one user": (replace(D2, records_per_user=4), 1000, 8.8992, 2e-4),
    "F4 clients": (
        plan(dataset_size=3000, users_per_round=2, updates=500, noise_multiplier=0.5, delta=1e-4),
        500,
        1.3142,
        2e-4,
    ),
    "G4 two workers": (
        plan(dataset_size=50_000, batch_size=512, workers=2, updates=1000, noise_multiplier=1.0),
        1000,
        4.0026,
        2e-4,
    ),
    "G4 one worker": (
        plan(dataset_size=50_000, batch_size=512, updates=1000, noise_multiplier=1.0),
        1000,
        1.8759,
        2e-4,
    ),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_gives_the_derived_value(name: str) -> None:
    made, steps, value, slack = PLANS[name]
    assert made.steps == steps
    bound = made.account().epsilon(made.delta or 0.0)
    assert bound.lower - slack <= value <= bound.upper + slack
    assert bound.upper <= value * 1.01 + slack


@pytest.mark.parametrize(("load", "accumulated", "workers"), [(1024, 1, 1), (64, 16, 1), (64, 4, 4), (1, 128, 8)])
def test_g1_every_split_of_a_batch_is_one_plan(load: int, accumulated: int, workers: int) -> None:
    """42 updates, eps 4 at 2e-5 with z = 0.901, however the 1024 records come together."""
    made = plan(
        dataset_size=14_732,
        batch_size=load,
        gradient_accumulation=accumulated,
        workers=workers,
        epochs=3,
        drop_last=True,
        noise_multiplier=0.901,
        delta=2e-5,
    )
    assert (made.effective_batch, made.steps, replace(made, drop_last=False).steps) == (1024, 42, 45)
    bound = made.account().epsilon(2e-5)
    assert bound.lower - 1e-3 <= 4.0 <= bound.upper + 1e-3


def test_c3_one_plan_for_calibrating_and_for_reporting() -> None:
    made = PLANS["C1"][0]
    as_planned, longer = made.check(1000), made.check(1300)
    assert as_planned.epsilon.upper <= 1.0 + 1e-3
    assert as_planned.epsilon.upper >= 0.99
    assert (as_planned.exceeded, longer.exceeded, longer.within_target) == (False, True, False)
    truth = account(1300 * made.program.parts[0][0], made.relation).epsilon(1e-5)
    assert longer.epsilon == truth
    assert truth.lower > 1.1
    assert "the plan was exceeded" in str(longer)


def test_d1_d2_d3_a_shuffled_loader() -> None:
    """No epsilon, three labelled numbers side by side, and which one the loader supports."""
    shuffled = replace(D2, sampling="shuffled")
    with pytest.raises(CannotAnswer, match="not_your_sampler"):
        shuffled.account()
    around = shuffled.not_your_sampler()
    assert around.poisson.lower - 2e-4 <= 1.82824 <= around.poisson.upper + 2e-4
    assert around.no_amplification.lower - 1e-5 <= 17.856587 <= around.no_amplification.upper + 1e-5
    assert around.poisson.upper < around.floor < around.no_amplification.lower
    assert around.floor == pytest.approx(7.0608, abs=1e-3)
    assert not around.proven
    assert "not your sampler" in str(around)
    replaced = replace(shuffled, neighbours="substitute").not_your_sampler()
    assert replaced.proven
    assert around.floor < replaced.floor < replaced.no_amplification.lower


def test_d9_draws_with_replacement_keep_their_repeats() -> None:
    made = plan(dataset_size=1000, batch_size=100, updates=1, sampling="with-replacement", noise_multiplier=1.0)
    assert made.rate == pytest.approx(0.0952079, abs=5e-8)
    without = replace(made, sampling="without-replacement")
    assert without.rate == 0.1
    assert made.account().delta(1.0).upper > without.account().delta(1.0).upper


def test_k1_a_divisor_from_the_data() -> None:
    made = plan(dataset_size=4, batch_size=2, updates=1, noise_multiplier=1.0, divisor="dataset-size")
    with pytest.raises(CannotAnswer, match="no noise on the sum hides that"):
        made.account()
    assert replace(made, neighbours="substitute").account().epsilon(1e-5).upper > 0.0
