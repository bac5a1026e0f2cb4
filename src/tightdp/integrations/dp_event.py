"""Event trees of dp-accounting as programs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from tightdp.accounting import Program, Step
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.integrations.shift_multiples import gaussian_mixture, shifted_by
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    RandomizedResponse,
    Together,
)
from tightdp.numerics.checks import nonnegative, whole
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, TruncatedPoisson, WithoutReplacement, WithReplacement

if TYPE_CHECKING:
    from dp_accounting.dp_event import DpEvent

MODULE = "dp_accounting.dp_event"
MOST_RELEASES = 1000  # about one batch
NOT_PRIVATE = EpsilonDelta(epsilon=0.0, delta=1.0)

# Why an event has no counterpart, and what to use instead.
REFUSED = {
    "UnsupportedDpEvent": ("it stands for an operation that nobody described", "Step(mechanism, scheme)"),
    "SingleEpochTreeAggregationDpEvent": (
        "the steps of a tree share their noise, and a record may be in one step only",
        "for a tree with h levels whose records may be blanked out, h * Step(Gaussian(noise_multiplier), FullBatch())",
    ),
    "RepeatAndSelectDpEvent": ("selection among a random number of runs is not known here", "dp_accounting.rdp"),
    "ZCDpEvent": (
        "it bounds a Rényi divergence and leaves the mechanism open",
        "Gaussian((2 * rho) ** -0.5) if that is the mechanism, otherwise dp_accounting.rdp",
    ),
}


def from_dp_event(event: DpEvent) -> Program:
    """The run that an event tree of dp-accounting describes; the relation stays part of the question.

    A Gaussian or Laplace event states its noise against the largest norm C of one record's value, so that a replaced
    record moves the sum by up to 2 C: the same convention as here. Events below one sampling event are about one and
    the same batch (:class:`Together`). The size of a source data set is that of the larger of two neighbours.

    Parameters
    ----------
    event
        An event of ``dp_accounting``, possibly nested.

    Raises
    ------
    CannotAnswer
        If an event has no counterpart here; the message names the event and what to use instead.
    InvalidInput
        If it is no such event, or a number in it is out of range.
    """
    return _program(event)


def event_name(event: object) -> str:
    """The class name of an event of dp-accounting.

    Parameters
    ----------
    event
        What may be one. A subclass may mean something else and is not taken for its parent.

    Raises
    ------
    InvalidInput
        If it is not one of dp-accounting's own events.
    """
    kind = type(event)
    if kind.__module__ != MODULE:
        raise InvalidInput("event", event, "an event of dp_accounting, such as GaussianDpEvent(noise_multiplier=1.0)")
    return kind.__name__


def _program(event: Any) -> Program:
    name = event_name(event)
    if name in _PROGRAMS:
        return _PROGRAMS[name](event)
    if name not in _SCHEMES:
        return 1 * Step(_mechanism(event), FullBatch())
    releases = _releases(event.event)
    return 1 * Step(_joint(releases), _SCHEMES[name](event)) if releases else Program()


def _releases(event: Any) -> tuple[AbstractMechanism, ...]:
    """What an event below a sampling event releases about the batch."""
    name = event_name(event)
    found: tuple[AbstractMechanism, ...] = ()
    if name == "SelfComposedDpEvent":
        count = whole("count", event.count, 0)
        found = min(count, MOST_RELEASES + 1) * _releases(event.event)
    elif name == "ComposedDpEvent":
        found = tuple(release for part in event.events for release in _releases(part))
    elif name in _SCHEMES or name in _NO_BATCH:
        raise CannotAnswer(
            f"a {name} below a sampling event",
            "what is below a sampling event is released about one batch",
            "one sampling event for each batch, with Gaussian, Laplace or discrete Laplace events below it",
        )
    elif name != "NoOpDpEvent":
        found = (_mechanism(event),)
    if len(found) > MOST_RELEASES:
        raise CannotAnswer(
            f"more than {MOST_RELEASES} releases about one batch",
            "they are combined one by one",
            "one Gaussian release with the same total, 1 / sigma^2 = sum 1 / sigma_i^2",
        )
    return found


def _joint(releases: tuple[AbstractMechanism, ...]) -> AbstractMechanism:
    return releases[0] if len(releases) == 1 else Together(releases)


def _mechanism(event: Any) -> AbstractMechanism:
    """What a leaf of the tree releases."""
    name = event_name(event)
    if name in REFUSED or name not in _MECHANISMS:
        reason, instead = REFUSED.get(name, ("this event is not known here", "Step(mechanism, scheme)"))
        raise CannotAnswer(f"a {name} of dp-accounting", reason, instead)
    return _MECHANISMS[name](event)


def _discrete_laplace(event: Any) -> AbstractMechanism:
    """The release about a batch, for records that move the sum by 1."""
    if event.sensitivity != 1:
        raise CannotAnswer(
            f"a DiscreteLaplaceDpEvent of sensitivity {event.sensitivity} below a sampling event",
            "noise on the integers is known for records that move a sum by 1",
            "a query of sensitivity 1, or a LaplaceDpEvent",
        )
    return _integer_noise(event)


def _integer_noise(event: Any) -> AbstractMechanism:
    """``b = 1 / a``; dp-accounting takes a = 0 for no privacy at all."""
    parameter = nonnegative("noise_parameter", event.noise_parameter)
    return DiscreteLaplace(1.0 / parameter) if parameter else NOT_PRIVATE


def _discrete_laplace_program(event: Any) -> Program:
    """A record that moves the sum by C counts as C records that move it by 1."""
    reach = whole("sensitivity", event.sensitivity, 0)
    if reach == 0:
        return Program()
    release, scheme = _integer_noise(event), FullBatch() if reach == 1 else shifted_by((reach,), (1.0,))
    return 1 * Step(release, scheme)


def _response(event: Any) -> Program:
    """With one answer there is nothing to tell."""
    buckets = whole("num_buckets", event.num_buckets, 1)
    if buckets == 1:
        return Program()
    return 1 * Step(RandomizedResponse.from_noise(event.noise_parameter, buckets), FullBatch())


def _cut_batches(event: Any) -> Program:
    """Batches that are cut at a size; with a rate, a size or a data set of 0 nobody is ever in one."""
    if 0 in (event.sampling_probability, event.truncated_batch_size, event.dataset_size):
        return Program()
    scheme = TruncatedPoisson(event.sampling_probability, event.truncated_batch_size, event.dataset_size)
    return 1 * Step(Gaussian(event.noise_multiplier), scheme)


def _mixture(event: Any) -> Program:
    step = gaussian_mixture(event.standard_deviation, tuple(event.sensitivities), tuple(event.sampling_probs))
    return Program() if step is None else 1 * step


_MECHANISMS: Mapping[str, Callable[[Any], AbstractMechanism]] = {
    "NonPrivateDpEvent": lambda _: NOT_PRIVATE,
    "GaussianDpEvent": lambda event: Gaussian(event.noise_multiplier),
    "LaplaceDpEvent": lambda event: Laplace(event.noise_multiplier),
    "DiscreteLaplaceDpEvent": _discrete_laplace,
}
_SCHEMES: Mapping[str, Callable[[Any], AbstractScheme]] = {
    "PoissonSampledDpEvent": lambda event: Poisson(event.sampling_probability),
    "SampledWithoutReplacementDpEvent": lambda event: WithoutReplacement(event.source_dataset_size, event.sample_size),
    "SampledWithReplacementDpEvent": lambda event: WithReplacement(event.source_dataset_size, event.sample_size),
}
_NO_BATCH = ("MixtureOfGaussiansDpEvent", "RandomizedResponseDpEvent", "TruncatedSubsampledGaussianDpEvent")
_PROGRAMS: Mapping[str, Callable[[Any], Program]] = {
    "NoOpDpEvent": lambda _: Program(),
    "SelfComposedDpEvent": lambda event: whole("count", event.count, 0) * _program(event.event),
    "ComposedDpEvent": lambda event: Program(tuple(part for one in event.events for part in _program(one).parts)),
    "DiscreteLaplaceDpEvent": _discrete_laplace_program,
    "MixtureOfGaussiansDpEvent": _mixture,
    "RandomizedResponseDpEvent": _response,
    "TruncatedSubsampledGaussianDpEvent": _cut_batches,
}
