"""Plans that people asked about: batch, rate and steps follow from the loop, and the value is the derived one."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from tightdp import (
    AdaptiveClipping,
    AddRemove,
    Bound,
    CannotAnswer,
    FullBatch,
    Gaussian,
    InvalidInput,
    Poisson,
    Step,
    Together,
    account,
    noise_multiplier_of,
)
from tightdp.planning import TrainingPlan


def plan(**fields: Any) -> TrainingPlan:
    given: dict[str, Any] = {"sampling": "poisson", "neighbours": "add-remove", "delta": 1e-5, **fields}
    return TrainingPlan(**given)


def ends(bound: Bound) -> tuple[float, float]:
    return bound.lower, bound.upper


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


def test_d11_nobody_sees_who_is_in_a_batch_or_there_is_no_amplification() -> None:
    with pytest.raises(TypeError, match="sampling"):
        TrainingPlan(dataset_size=100, batch_size=10, updates=1, neighbours="add-remove")  # type: ignore[call-arg]
    assert "each batch is drawn afresh as said, and who is in it stays secret" in D2.assumptions
    seen = replace(D2, secret_batches=False)
    assert (seen.rate, seen.scheme) == (1.0, FullBatch())
    assert "rate 1: who is in a batch is not secret, so nothing is gained from sampling" in seen.reasons


def test_e3_noise_on_a_sum_or_on_a_mean() -> None:
    z = noise_multiplier_of(1.0, std_on_mean=0.004, batch_size=250)
    assert z == pytest.approx(1.0, rel=1e-15)
    assert noise_multiplier_of(2.0, std_on_sum=2.0) == 1.0
    with pytest.raises(InvalidInput, match="given one of the two, not both"):
        noise_multiplier_of(1.0, std_on_sum=1.0, std_on_mean=0.004, batch_size=250)
    made = plan(dataset_size=60_000, batch_size=250, updates=10, noise_multiplier=z)
    assert made.as_dict()["noise_multiplier"] == z


def test_e6_the_relation_is_a_required_field() -> None:
    with pytest.raises(TypeError, match="neighbours"):
        TrainingPlan(dataset_size=100, batch_size=10, updates=1, sampling="poisson")  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="relation"):
        account(D2.program)  # type: ignore[call-arg]
    assert D2.as_dict()["neighbours"] == "add-remove"


def test_f3_the_caller_enforces_the_number_of_records() -> None:
    made = replace(D2, records_per_user=4)
    assert "no user has more than 4 records; the caller must enforce it before the run" in made.assumptions


def test_f7_adaptive_clipping_pays_for_its_count() -> None:
    """z = 1 in effect and a count with noise 5: the gradients get (1 - (2 x 5)^-2)^-1/2."""
    clipping = AdaptiveClipping(noise_multiplier=1.0, count_noise=5.0)
    assert clipping.gradients.noise_multiplier == pytest.approx(1.005038, abs=5e-7)
    assert clipping.gradients.noise_multiplier == pytest.approx((1.0 - (2.0 * 5.0) ** -2) ** -0.5, rel=1e-15)
    scheme = Poisson(0.01)
    both = account(1000 * Step(clipping.mechanism, scheme), AddRemove()).epsilon(1e-5)
    by_hand = Together((Gaussian(clipping.gradients.noise_multiplier), Gaussian(2.0 * 5.0)))
    assert both == account(1000 * Step(by_hand, scheme), AddRemove()).epsilon(1e-5)
    assert (both.lower, both.upper) == pytest.approx(ends(D2.account().epsilon(1e-5)), rel=1e-6)
    assert account(1000 * Step(clipping.gradients, scheme), AddRemove()).epsilon(1e-5).upper < both.lower


def test_f7_the_adjustment_is_made_once() -> None:
    clipping = AdaptiveClipping(noise_multiplier=1.0, count_noise=5.0)
    for again in (clipping, clipping.gradients, clipping.mechanism):
        with pytest.raises(InvalidInput, match="Its noise is shared out already"):
            AdaptiveClipping(noise_multiplier=again, count_noise=5.0)  # type: ignore[arg-type]


def test_g3_the_last_batch_of_an_epoch_is_kept_or_dropped() -> None:
    """T is the number of noisy releases, and both choices are shown."""
    kept = plan(dataset_size=1000, batch_size=300, epochs=10, drop_last=False, noise_multiplier=1.0)
    assert (kept.steps, replace(kept, drop_last=True).steps, kept.updates_per_epoch) == (40, 30, (4, 3))
    assert "is kept (otherwise 30)" in " ".join(kept.reasons)
    assert "is dropped (otherwise 40)" in " ".join(replace(kept, drop_last=True).reasons)
    with pytest.raises(InvalidInput, match="It makes 40 updates with each epoch's last batch, 30 without"):
        replace(kept, drop_last=None)
    accumulated = replace(kept, batch_size=30, gradient_accumulation=10)
    assert (accumulated.steps, accumulated.account().epsilon(1e-5)) == (40, kept.account().epsilon(1e-5))


def test_g6_an_empty_batch_is_a_step_like_any_other() -> None:
    made = plan(dataset_size=100, batch_size=4, updates=50, noise_multiplier=1.0)
    assert (made.rate, made.steps) == (0.04, 50)
    said = "an empty batch (probability 0.0168703) gets its noise and counts as a step; it is not drawn again"
    assert said in made.assumptions
    drawn = list(made.scheme.batches(100, 5000, np.random.default_rng(3)))
    assert len(drawn) == 5000
    assert sum(len(batch) == 0 for batch in drawn) == pytest.approx(5000 * 0.0168703, rel=0.3)


def test_g8_the_divisor_is_the_expected_size() -> None:
    assert "the sum is divided by a public constant, not by the size that a batch happened to have" in D2.assumptions


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
    assert "the loader supports none of them under add/remove" in around.supported
    assert "not your sampler" in str(around)
    replaced = replace(shuffled, neighbours="substitute").not_your_sampler()
    assert replaced.proven
    assert "the loader supports the number without amplification" in replaced.supported
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
