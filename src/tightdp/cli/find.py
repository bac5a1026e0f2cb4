"""Find one unknown of a run document."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import msgspec

from tightdp.accounting import Program
from tightdp.calibration import (
    Calibrated,
    largest_batch_size,
    largest_group,
    largest_rate,
    least_noise,
    most_steps,
    smallest_delta,
)
from tightdp.cli.choices import FindChoice
from tightdp.cli.target_options import TargetOptions
from tightdp.cli.unknown_fields import (
    BATCH_FIELDS,
    NOISE_FIELDS,
    RATE_FIELDS,
    first_positive,
    scaled,
    values_of,
    with_batch_size,
    with_last_steps,
)
from tightdp.errors import InvalidInput
from tightdp.relations import AbstractRelation, relation_from_name
from tightdp.spec import RunDocument, build_run
from tightdp.spec.origin import Origin
from tightdp.transport import Route

_MOST_RECORDS = 1000
_FINE = 1e-4  # one step more or less changes little


@dataclass(frozen=True, slots=True)
class Search:
    """What is known when an unknown is looked for.

    Parameters
    ----------
    document
        What ran, with any value in the unknown's place.
    names
        Names the places of the document.
    options
        What has to be met.
    rtol, route
        As for :func:`tightdp.account`.
    """

    document: RunDocument
    names: Origin
    options: TargetOptions
    rtol: float
    route: Route

    @property
    def relation(self) -> AbstractRelation:
        """Who may differ."""
        return build_run(self.document, self.names).relation

    def program(self, document: RunDocument) -> Program:
        """The run of a document.

        Parameters
        ----------
        document
            A document of the same phases.
        """
        return build_run(document, self.names).program


Found = tuple[Calibrated, RunDocument]


def find(what: FindChoice, search: Search) -> Found:
    """The value of an unknown, and the document that holds it.

    Parameters
    ----------
    what
        Which one.
    search
        What is known.

    Returns
    -------
    tuple
        What was found, and the document.
    """
    build_run(search.document, search.names)  # names what is out of range before anything is looked for
    return _FINDERS[what](search)


def _noise(search: Search) -> Found:
    where = "gaussian, laplace and their discrete kinds have noise"
    first = first_positive(values_of(search.document, NOISE_FIELDS), "noise", where)

    def document_at(value: float) -> RunDocument:
        return scaled(search.document, NOISE_FIELDS, value / first)

    found = least_noise(
        lambda value: search.program(document_at(value)),
        search.relation,
        search.options.target(),
        rtol=search.rtol,
        route=search.route,
    )
    return found, document_at(found.value)


def _rate(search: Search) -> Found:
    values = values_of(search.document, RATE_FIELDS)
    first = first_positive(values, "rate", "poisson has a rate")

    def document_at(value: float) -> RunDocument:
        return scaled(search.document, RATE_FIELDS, value / first)

    found = largest_rate(
        lambda value: search.program(document_at(value)),
        search.relation,
        search.options.target(),
        between=(1e-12, first / max(values)),
        rtol=search.rtol,
        route=search.route,
    )
    return found, document_at(found.value)


def _batch_size(search: Search) -> Found:
    sizes = sorted(set(values_of(search.document, ("dataset_size",))))
    where = "without-replacement and with-replacement have a batch size"
    first_positive(values_of(search.document, BATCH_FIELDS), "batch size", where)
    if len(sizes) > 1:
        raise InvalidInput("the data set size", sizes, "one size in all phases, to look for one batch size")
    found = largest_batch_size(
        lambda value: search.program(with_batch_size(search.document, value)),
        search.relation,
        search.options.target(),
        dataset_size=int(sizes[0]),
        rtol=search.rtol,
        route=search.route,
    )
    return found, with_batch_size(search.document, int(found.value))


def _steps(search: Search) -> Found:
    document = search.document
    before = _some_phases(document, slice(0, -1))
    last = with_last_steps(_some_phases(document, slice(-1, None)), 1)
    found = most_steps(
        search.program(last),
        search.relation,
        search.options.target(),
        after=search.program(before) if before.phase else Program(),
        rtol=min(search.rtol, _FINE),
        route=search.route,
    )
    return found, with_last_steps(document, int(found.value))


def _delta(search: Search) -> Found:
    options = search.options
    if options.epsilon is None or replace(options, epsilon=None).given():
        raise InvalidInput("the target", options.given(), "given by --epsilon alone when delta is looked for")
    found = smallest_delta(
        search.program(search.document),
        search.relation,
        epsilon=options.epsilon,
        rtol=search.rtol,
        route=search.route,
    )
    return found, msgspec.structs.replace(search.document, delta=found.value)


def _group_size(search: Search) -> Found:
    sizes = values_of(search.document, ("dataset_size",))
    found = largest_group(
        search.program(search.document),
        lambda size: relation_from_name(search.document.relation, size),
        search.options.target(),
        most=int(min([_MOST_RECORDS, *sizes])),
        rtol=search.rtol,
        route=search.route,
    )
    return found, msgspec.structs.replace(search.document, group_size=int(found.value))


def _some_phases(document: RunDocument, which: slice) -> RunDocument:
    """The document with some of its phases.

    Parameters
    ----------
    document
        What ran.
    which
        The phases to keep.
    """
    return msgspec.structs.replace(document, phase=document.phase[which])


_FINDERS: dict[FindChoice, Callable[[Search], Found]] = {
    FindChoice.NOISE: _noise,
    FindChoice.RATE: _rate,
    FindChoice.BATCH_SIZE: _batch_size,
    FindChoice.STEPS: _steps,
    FindChoice.DELTA: _delta,
    FindChoice.GROUP_SIZE: _group_size,
}
