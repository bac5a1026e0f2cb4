from __future__ import annotations

import inspect
from pathlib import Path
from typing import get_type_hints

from tightdp.cli.plan_options import PlanOptions, takes_plan_options

SEEN: list[tuple[PlanOptions, int]] = []


@takes_plan_options
def command(options: PlanOptions, *, own: int) -> None:
    SEEN.append((options, own))


def test_the_options_come_as_one_value() -> None:
    given = dict.fromkeys(("gaussian", "relation", "group_size", "epsilon", "delta"))
    command(plan_file=Path("plan.toml"), rtol=0.1, format="json", own=3, **given)
    ((options, own),) = SEEN
    assert (options.plan_file, options.rtol, own) == (Path("plan.toml"), 0.1, 3)


def test_the_file_is_required_and_own_options_stand_before_how_to_answer() -> None:
    parameters = inspect.signature(command).parameters
    assert parameters["plan_file"].default is inspect.Parameter.empty
    assert list(parameters)[-3:] == ["own", "rtol", "format"]
    assert set(get_type_hints(PlanOptions)) == set(parameters) - {"own"}
