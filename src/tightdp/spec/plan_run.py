"""The run that a plan document makes, so that every command takes a plan where it takes a run file."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

import msgspec

from tightdp.errors import InvalidInput
from tightdp.planning import TrainingPlan
from tightdp.spec.converted import converted
from tightdp.spec.document import RunDocument
from tightdp.spec.origin import Origin
from tightdp.spec.plan_document import PlanDocument
from tightdp.spec.plan_origin import PlanOrigin
from tightdp.spec.write import to_document


def made_plan(data: object, origin: Origin) -> TrainingPlan:
    """The plan in plain dictionaries, keys, types and ranges checked.

    Parameters
    ----------
    data
        What a TOML or JSON reader gives.
    origin
        Names the place of a mistake.

    Returns
    -------
    TrainingPlan
        The plan; ``InvalidInput`` names the place of a wrong key and the nearest valid one.
    """
    document = converted(data, PlanDocument, origin)
    with plan_places(origin):
        return TrainingPlan(**msgspec.structs.asdict(document.plan))


def plan_run(plan: TrainingPlan, origin: Origin) -> tuple[RunDocument, Origin]:
    """The run document with the steps that a plan makes.

    Parameters
    ----------
    plan
        The plan; ``CannotAnswer`` if nothing is proven for its loader.
    origin
        Names the places of the plan's values.

    Returns
    -------
    tuple
        The document, and the origin that names the place of the plan's value behind each of its own.

    Raises
    ------
    InvalidInput
        If the noise multiplier is not known yet.
    """
    if plan.noise_multiplier is None:
        hint = "`tightdp plan FILE --find noise --output FILE` writes a plan that has it"
        raise InvalidInput(origin.subject(("plan", "noise_multiplier")), None, "given, or found for the target", hint)
    data = to_document(plan.program, plan.relation, plan.delta)
    return msgspec.convert(data, RunDocument), PlanOrigin(origin)


@contextmanager
def plan_places(origin: Origin) -> Generator[None]:
    """Give an error about a field of a plan, or about two joined by "and", the place of its value.

    Parameters
    ----------
    origin
        Names the places of the plan's values.

    Yields
    ------
    None
        Nothing.

    Raises
    ------
    InvalidInput
        In place of the one that the block raises.
    """
    try:
        yield
    except InvalidInput as error:
        first, *others = error.name.split(" and ")
        named = " and ".join([origin.subject(("plan", first)), *others])
        raise InvalidInput(named, error.value, error.allowed, error.hint) from None
