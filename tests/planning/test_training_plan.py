from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from planning.plans import POISSON
from tightdp import (
    CannotAnswer,
    FullBatch,
    Gaussian,
    InvalidInput,
    Poisson,
    RandomAllocation,
    Step,
    WithoutReplacement,
    WithReplacement,
    account,
)
from tightdp.planning import TrainingPlan
from tightdp.relations import AddRemove, Substitute
from tightdp.schemes import AbstractScheme, TruncatedPoisson


@pytest.mark.parametrize(
    ("changes", "scheme"),
    [
        ({}, Poisson(0.01)),
        ({"sampling": "without-replacement"}, WithoutReplacement(50_000, 500)),
        ({"sampling": "with-replacement"}, WithReplacement(50_000, 500)),
        ({"sampling": "random-allocation"}, RandomAllocation(100)),
        ({"sampling": "full-batch", "batch_size": None}, FullBatch()),
        ({"secret_batches": False}, FullBatch()),
        ({"largest_rate": 0.25}, Poisson(0.25)),
    ],
)
def test_the_scheme_follows_from_the_loader(changes: dict[str, Any], scheme: AbstractScheme) -> None:
    plan = replace(POISSON, **changes)
    assert plan.scheme == scheme
    assert plan.program.steps * scheme.batches_per_step == plan.steps


def test_the_relation_counts_records_of_one_user() -> None:
    assert replace(POISSON, records_per_user=4).relation == AddRemove(4)
    assert replace(POISSON, neighbours="substitute").relation == Substitute()


def test_microbatches_count_twice() -> None:
    mechanism = replace(POISSON, records_per_clip=8).mechanism
    assert mechanism == Gaussian(0.5, substitution_sensitivity=1.0)
    assert POISSON.mechanism == Gaussian(1.0)


def test_epochs_with_and_without_the_last_batch() -> None:
    plan = replace(POISSON, batch_size=512, drop_last=True)
    assert plan.updates_per_epoch == (98, 97)
    assert (plan.steps, replace(plan, drop_last=False).steps) == (970, 980)


def test_random_allocation_is_accounted_in_whole_passes() -> None:
    plan = replace(POISSON, sampling="random-allocation", batch_size=512, epochs=None, updates=955)
    assert (plan.batches_per_epoch, replace(plan, drop_last=False).batches_per_epoch) == (97, 98)
    assert plan.program == 10 * Step(Gaussian(1.0), RandomAllocation(97))
    assert plan.reasons[2] == (
        "steps 955 = 10 passes of 97 updates, with 515.464 records on average; "
        "the pass that was begun counts as a whole one"
    )
    assert "each pass deals the records out afresh" in " ".join(plan.assumptions)
    assert plan.check(873).epsilon == account(9 * Step(Gaussian(1.0), RandomAllocation(97)), AddRemove()).epsilon(1e-5)
    seen = replace(plan, secret_batches=False)
    assert seen.program == 10 * Step(Gaussian(1.0), FullBatch())
    assert seen.reasons[1].startswith("rate 1: who is in a batch is not secret")


def test_shuffling_has_no_epsilon() -> None:
    plan = replace(POISSON, sampling="shuffled")
    for ask in (lambda: plan.rate, lambda: plan.program, plan.account, lambda: plan.check(10)):
        with pytest.raises(
            CannotAnswer, match="a shuffled data set that is cut into batches: its batches depend on each"
        ):
            ask()


def test_poisson_batches_are_cut_for_one_record() -> None:
    cut = replace(POISSON, largest_batch=600)
    assert cut.scheme == TruncatedPoisson(0.01, 600, 50_000)
    assert cut.reasons[1] == "largest batch 600: of a batch with more records, 600 are kept, every subset alike"
    upper = cut.account().epsilon(1e-5).upper
    assert upper == pytest.approx(POISSON.account().epsilon(1e-5).upper, rel=1e-2)
    assert replace(POISSON, largest_batch=500).account().epsilon(1e-5).upper > 1.1 * upper
    for more in ({"neighbours": "substitute"}, {"records_per_user": 2}):
        with pytest.raises(CannotAnswer, match="batches cut at 600 records under"):
            replace(cut, **more).account()


@pytest.mark.parametrize(
    "more", [{"sampling": "without-replacement"}, {"largest_rate": 0.02}, {"secret_batches": False}]
)
def test_other_cut_batches_have_no_epsilon(more: dict[str, Any]) -> None:
    with pytest.raises(
        CannotAnswer, match="batches cut at 600 records: whether a record is used then depends on who else"
    ):
        replace(POISSON, largest_batch=600, **more).account()


@pytest.mark.parametrize(
    ("sampling", "neighbours"),
    [("without-replacement", "add-remove"), ("with-replacement", "add-remove"), ("with-replacement", "substitute")],
)
def test_fixed_batches_that_are_seen_have_no_epsilon(sampling: Any, neighbours: Any) -> None:
    plan = replace(POISSON, sampling=sampling, neighbours=neighbours, secret_batches=False)
    with pytest.raises(CannotAnswer, match="a record that enters such a batch pushes another one out"):
        plan.account()
    one = replace(POISSON, sampling="without-replacement", neighbours="substitute", secret_batches=False)
    assert one.scheme == FullBatch()


def test_a_divisor_from_the_data_has_no_epsilon_under_add_remove() -> None:
    """K1: the divisor shows the number of records in every coordinate."""
    plan = replace(POISSON, divisor="dataset-size")
    with pytest.raises(CannotAnswer, match="whose divisor is counted from the data, under add/remove"):
        plan.account()
    assert replace(plan, neighbours="substitute", epochs=1).account().epsilon(1e-5).upper > 0.0


def test_noise_that_is_not_known_yet() -> None:
    with pytest.raises(InvalidInput, match="noise_multiplier must be given, or found by calibrate_plan"):
        _ = replace(POISSON, noise_multiplier=None).program


def test_only_a_shuffled_loader_has_numbers_around_it() -> None:
    with pytest.raises(InvalidInput, match=r"'shuffled' to ask for this.* Ask account"):
        POISSON.not_your_sampler()


def test_a_delta_is_needed() -> None:
    with pytest.raises(InvalidInput, match="delta must be given, here or in the plan"):
        replace(POISSON, delta=None).check(10)
    assert replace(POISSON, delta=None).check(10, delta=1e-3).delta == 1e-3


def test_a_short_shuffled_run_leaks_less_than_a_pass() -> None:
    plan = replace(POISSON, sampling="shuffled", epochs=None, updates=100)
    short = replace(plan, updates=30).not_your_sampler()
    assert 0.0 < short.floor < plan.not_your_sampler().floor
    assert short.floor <= short.no_amplification.upper


def test_warnings_that_a_user_expects() -> None:
    assert POISSON.warnings(3.0) == ()
    odd = replace(POISSON, delta=1e-3, records_per_user=501)
    assert [sentence.split()[0] for sentence in odd.warnings(16890.0)] == ["delta", "a", "epsilon"]
    assert replace(POISSON, delta=None).warnings() == ()
    assert replace(POISSON, sampling="full-batch", batch_size=None).warnings() == ()


def test_fewer_updates_than_planned_are_told_apart() -> None:
    check = POISSON.check(500)
    assert (check.planned, check.actual, check.exceeded) == (1000, 500, False)
    assert check.epsilon.upper < check.planned_epsilon.lower


def test_a_plan_is_a_value_and_json_ready() -> None:
    record = json.loads(json.dumps(POISSON.as_dict()))
    assert (record["dataset_size"], record["steps"], record["neighbours"]) == (50_000, 1000, "add-remove")
    fields = {key: record[key] for key in record if key not in {"steps", "reasons", "assumptions"}}
    assert TrainingPlan(**fields) == POISSON
