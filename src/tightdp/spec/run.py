"""A document turned into the library's objects."""

from __future__ import annotations

import operator
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce

import msgspec

from tightdp.accounting import Program, Step
from tightdp.errors import InvalidInput
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    RandomizedResponse,
    Together,
)
from tightdp.numerics.checks import real, whole
from tightdp.relations import AbstractRelation, relation_from_name
from tightdp.schemes import (
    AbstractScheme,
    FullBatch,
    Poisson,
    RandomAllocation,
    TruncatedPoisson,
    WithoutReplacement,
    WithReplacement,
)
from tightdp.spec.abstract_entry import AbstractEntry
from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.mechanism_entries import (
    DiscreteGaussianEntry,
    DiscreteLaplaceEntry,
    EpsilonDeltaEntry,
    GaussianEntry,
    LaplaceEntry,
    MechanismEntry,
    RandomizedResponseEntry,
    TogetherEntry,
)
from tightdp.spec.origin import Origin
from tightdp.spec.paths import KeyPath
from tightdp.spec.scheme_entries import (
    FullBatchEntry,
    PoissonEntry,
    RandomAllocationEntry,
    TruncatedPoissonEntry,
    WithoutReplacementEntry,
    WithReplacementEntry,
)

MECHANISMS: dict[type[AbstractEntry], Callable[..., AbstractMechanism]] = {
    GaussianEntry: Gaussian,
    LaplaceEntry: Laplace,
    RandomizedResponseEntry: RandomizedResponse,
    DiscreteGaussianEntry: DiscreteGaussian,
    DiscreteLaplaceEntry: DiscreteLaplace,
    EpsilonDeltaEntry: EpsilonDelta,
}
SCHEMES: dict[type[AbstractEntry], Callable[..., AbstractScheme]] = {
    FullBatchEntry: FullBatch,
    PoissonEntry: Poisson,
    WithoutReplacementEntry: WithoutReplacement,
    WithReplacementEntry: WithReplacement,
    RandomAllocationEntry: RandomAllocation,
    TruncatedPoissonEntry: TruncatedPoisson,
}


@dataclass(frozen=True, slots=True)
class Run:
    """What ran and what is asked about it.

    Parameters
    ----------
    program
        The steps.
    relation
        Which data sets are neighbours.
    delta
        delta in [0, 1) of the question; ``None`` when the document asks none.
    """

    program: Program
    relation: AbstractRelation
    delta: float | None


def build_run(document: RunDocument, origin: Origin) -> Run:
    """The objects that a document describes.

    Parameters
    ----------
    document
        A document whose keys and types are already right.
    origin
        Names the place of a value that is out of range.

    Returns
    -------
    Run
        Program, relation and delta.

    Raises
    ------
    InvalidInput
        If there is no phase or a value is out of range.
    """
    if not document.phase:
        raise InvalidInput(origin.subject(("phase",)), [], "a list of at least one phase")
    phases = [_phase(entry, ("phase", index), origin) for index, entry in enumerate(document.phase)]
    with _placed(origin, ()):
        relation = relation_from_name(document.relation, document.group_size)
        delta = None if document.delta is None else _delta(document.delta)
    return Run(reduce(operator.add, phases), relation, delta)


def _phase(entry: PhaseEntry, path: KeyPath, origin: Origin) -> Program:
    with _placed(origin, path):
        steps = whole("steps", entry.steps, 0)
    mechanism = _mechanism(entry.mechanism, (*path, "mechanism"), origin)
    with _placed(origin, (*path, "scheme")):
        scheme = SCHEMES[type(entry.scheme)](**msgspec.structs.asdict(entry.scheme))
    return steps * Step(mechanism, scheme)


def _mechanism(entry: MechanismEntry, path: KeyPath, origin: Origin) -> AbstractMechanism:
    if isinstance(entry, TogetherEntry):
        parts = [_mechanism(one, (*path, "mechanisms", index), origin) for index, one in enumerate(entry.mechanisms)]
        with _placed(origin, path):
            return Together(tuple(parts))
    with _placed(origin, path):
        return MECHANISMS[type(entry)](**msgspec.structs.asdict(entry))


def _delta(value: float) -> float:
    allowed = "a number in [0, 1)"
    delta = real("delta", value, allowed)
    if not 0.0 <= delta < 1.0:
        raise InvalidInput("delta", value, allowed)
    return delta


@contextmanager
def _placed(origin: Origin, path: KeyPath) -> Generator[None]:
    """Give an error about a field the place of that field below ``path``."""
    try:
        yield
    except InvalidInput as error:
        subject = origin.subject((*path, error.name))
        raise InvalidInput(subject, error.value, error.allowed, error.hint) from None
