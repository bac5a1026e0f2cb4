"""A plan in a file, with the values that options replace."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from tightdp.cli.choices import RelationChoice
from tightdp.cli.flag_origin import FlagOrigin
from tightdp.errors import InvalidInput
from tightdp.planning import TrainingPlan
from tightdp.planning.plan_inputs import NEIGHBOURS
from tightdp.spec import plan_in
from tightdp.spec.plan_run import plan_places

_FLAGS = {
    "neighbours": "--relation",
    "records_per_user": "--group-size",
    "delta": "--delta",
    "target_epsilon": "--epsilon",
    "noise_multiplier": "--gaussian",
}


@dataclass(frozen=True, slots=True)
class PlanValues:
    """What options say in place of a plan's own values; ``None`` where one was not given.

    Parameters
    ----------
    relation
        Who may differ.
    group_size
        Records of one user.
    delta
        delta in [0, 1).
    epsilon
        Target in nats.
    gaussian
        Noise multiplier.
    """

    relation: RelationChoice | None = None
    group_size: int | None = None
    delta: float | None = None
    epsilon: float | None = None
    gaussian: float | None = None


def plan_of(path: Path, values: PlanValues) -> tuple[TrainingPlan, FlagOrigin] | None:
    """The plan in a file with some values replaced; ``None`` if the file holds a run or a ledger.

    The replaced values are those of the plan, not of the run that follows from it: a relation, for instance, decides
    whether the run may be made at all.

    Parameters
    ----------
    path
        The file.
    values
        What the options say.

    Returns
    -------
    tuple or None
        The plan, and what names the places of its values.

    Raises
    ------
    InvalidInput
        If a value does not fit; with the option or the line that it came from.
    """
    found = plan_in(path)
    if found is None:
        return None
    plan, origin = found
    word = None if values.relation is None else values.relation.value
    if word is not None and word not in NEIGHBOURS:
        raise InvalidInput("--relation", word, f"one of {', '.join(NEIGHBOURS)} for a plan")
    given: dict[str, Any] = {
        "neighbours": word,
        "records_per_user": values.group_size,
        "delta": values.delta,
        "target_epsilon": values.epsilon,
        "noise_multiplier": values.gaussian,
    }
    replaced = {name: value for name, value in given.items() if value is not None}
    names = FlagOrigin({("plan", name): _FLAGS[name] for name in replaced}, origin)
    with plan_places(names):
        return replace(plan, **replaced), names
