from __future__ import annotations

from dataclasses import dataclass

import pytest

from tightdp import (
    CannotAnswer,
    DiscreteLaplace,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    InvalidInput,
    Laplace,
    Poisson,
    Program,
    RandomizedResponse,
    Remove,
    Step,
    Together,
    TruncatedPoisson,
    WithoutReplacement,
    WithReplacement,
    account,
)
from tightdp.integrations.dp_event import REFUSED, event_name, from_dp_event

pytest.importorskip("dp_accounting", reason="needs dp-accounting: make test-integrations")

from dp_accounting import dp_event as events

GAUSSIAN = events.GaussianDpEvent(1.1)
LAPLACE = events.LaplaceDpEvent(3.0)
CUT = TruncatedPoisson(0.1, largest_batch=20, dataset_size=100)
NOT_PRIVATE = EpsilonDelta(0.0, 1.0)


@pytest.mark.parametrize(
    ("event", "program"),
    [
        (events.NoOpDpEvent(), Program()),
        (events.NonPrivateDpEvent(), 1 * Step(NOT_PRIVATE, FullBatch())),
        (GAUSSIAN, 1 * Step(Gaussian(1.1), FullBatch())),
        (LAPLACE, 1 * Step(Laplace(3.0), FullBatch())),
        (events.DiscreteLaplaceDpEvent(0.5, 1), 1 * Step(DiscreteLaplace(2.0), FullBatch())),
        (events.DiscreteLaplaceDpEvent(0.0, 1), 1 * Step(NOT_PRIVATE, FullBatch())),
        (events.DiscreteLaplaceDpEvent(0.5, 0), Program()),
        (events.RandomizedResponseDpEvent(0.4, 4), 1 * Step(RandomizedResponse(0.7, 4), FullBatch())),
        (events.RandomizedResponseDpEvent(0.0, 1), Program()),
        (events.PoissonSampledDpEvent(0.01, GAUSSIAN), 1 * Step(Gaussian(1.1), Poisson(0.01))),
        (events.PoissonSampledDpEvent(0.01, events.NoOpDpEvent()), Program()),
        (events.SampledWithoutReplacementDpEvent(9, 2, LAPLACE), 1 * Step(Laplace(3.0), WithoutReplacement(9, 2))),
        (events.SampledWithReplacementDpEvent(9, 12, GAUSSIAN), 1 * Step(Gaussian(1.1), WithReplacement(9, 12))),
        (events.MixtureOfGaussiansDpEvent(1.1, [0.0, 1.0], [0.75, 0.25]), 1 * Step(Gaussian(1.1), Poisson(0.25))),
        (events.MixtureOfGaussiansDpEvent(1.1, [0.0], [1.0]), Program()),
        (events.SelfComposedDpEvent(LAPLACE, 0), Program()),
        (events.TruncatedSubsampledGaussianDpEvent(100, 0.1, 20, 1.1), 1 * Step(Gaussian(1.1), CUT)),
        (events.TruncatedSubsampledGaussianDpEvent(100, 0.0, 20, 1.1), Program()),
    ],
)
def test_each_event_has_its_counterpart(event: events.DpEvent, program: Program) -> None:
    assert from_dp_event(event) == program


def test_compositions_add_up() -> None:
    sampled = events.PoissonSampledDpEvent(0.01, GAUSSIAN)
    tree = events.ComposedDpEvent(
        [events.SelfComposedDpEvent(events.ComposedDpEvent([sampled, LAPLACE]), 10), sampled, events.NoOpDpEvent()]
    )
    assert from_dp_event(tree) == 11 * Step(Gaussian(1.1), Poisson(0.01)) + 10 * Step(Laplace(3.0), FullBatch())


def test_events_below_a_sampling_event_are_about_one_batch() -> None:
    """Two fresh samples compose; two releases about one sample are amplified once (docs: OpenDP 2933)."""
    both = events.ComposedDpEvent([events.SelfComposedDpEvent(GAUSSIAN, 2), LAPLACE])
    (step, count), *_ = from_dp_event(events.PoissonSampledDpEvent(0.1, both)).parts
    assert (step, count) == (Step(Together((Gaussian(1.1), Gaussian(1.1), Laplace(3.0))), Poisson(0.1)), 1)


def test_a_mixture_of_gaussians_is_kept_as_it_is() -> None:
    event = events.MixtureOfGaussiansDpEvent(2.0, [0.0, 1.0, 3.0], [0.9, 0.06, 0.04])
    program = from_dp_event(events.SelfComposedDpEvent(event, 50)) + from_dp_event(event)
    assert len(program.parts) == 1
    assert program.steps == 51


def test_a_sensitivity_of_three_is_three_records_at_once() -> None:
    program = from_dp_event(events.DiscreteLaplaceDpEvent(0.5, 3))
    assert account(program, Remove()).epsilon(0.0).upper == pytest.approx(1.5)


@pytest.mark.parametrize(
    "event",
    [
        events.UnsupportedDpEvent(),
        events.SingleEpochTreeAggregationDpEvent(1.0, 8),
        events.RepeatAndSelectDpEvent(GAUSSIAN, 3.0, 1.0),
        events.ZCDpEvent(0.5),
    ],
)
def test_what_cannot_be_represented_is_refused_by_name(event: events.DpEvent) -> None:
    name = type(event).__name__
    with pytest.raises(CannotAnswer, match=f"a {name} of dp-accounting") as refusal:
        from_dp_event(events.ComposedDpEvent([GAUSSIAN, events.PoissonSampledDpEvent(0.5, event)]))
    assert (refusal.value.reason, refusal.value.instead) == REFUSED[name]


def test_every_event_of_the_library_is_translated_or_refused() -> None:
    """A release of dp-accounting with new events is noticed here."""
    known = {"DpEvent", "NoOpDpEvent", "SelfComposedDpEvent", "ComposedDpEvent", "NonPrivateDpEvent", *REFUSED}
    known |= {"GaussianDpEvent", "LaplaceDpEvent", "DiscreteLaplaceDpEvent", "RandomizedResponseDpEvent"}
    known |= {"PoissonSampledDpEvent", "SampledWithoutReplacementDpEvent", "SampledWithReplacementDpEvent"}
    known |= {"MixtureOfGaussiansDpEvent", "TruncatedSubsampledGaussianDpEvent"}
    assert {name for name in vars(events) if name.endswith("DpEvent")} == known


def test_batches_of_batches_are_refused() -> None:
    inner = events.PoissonSampledDpEvent(0.5, GAUSSIAN)
    with pytest.raises(CannotAnswer, match="below a sampling event is released about one batch"):
        from_dp_event(events.PoissonSampledDpEvent(0.5, inner))
    with pytest.raises(CannotAnswer, match="a RandomizedResponseDpEvent below a sampling event"):
        from_dp_event(events.PoissonSampledDpEvent(0.5, events.RandomizedResponseDpEvent(0.4, 4)))


def test_releases_about_one_batch_are_bounded() -> None:
    many = events.SelfComposedDpEvent(GAUSSIAN, 10**9)
    with pytest.raises(CannotAnswer, match="more than 1000 releases about one batch: they are combined one by one"):
        from_dp_event(events.PoissonSampledDpEvent(0.5, many))


def test_large_integer_sensitivities_below_sampling_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="noise on the integers is known for records"):
        from_dp_event(events.PoissonSampledDpEvent(0.5, events.DiscreteLaplaceDpEvent(1.0, 2)))


def test_other_objects_are_refused() -> None:
    @dataclass
    class GaussianDpEvent:
        noise_multiplier: float = 9.0

    with pytest.raises(InvalidInput, match="an event of dp_accounting, such as"):
        event_name(GaussianDpEvent())


def test_numbers_out_of_range_are_refused() -> None:
    with pytest.raises(InvalidInput, match="batch_size must be at most dataset_size"):
        from_dp_event(events.SampledWithoutReplacementDpEvent(3, 4, GAUSSIAN))
