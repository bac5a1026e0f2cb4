from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Annotated

import typer

from tightdp.cli.run_options import RunOptions, takes_run_options


@takes_run_options
def example(options: RunOptions, *, extra: Annotated[int, typer.Option("--extra")] = 7) -> None:
    """An example."""
    assert options == RunOptions(gaussian=1.5)
    assert extra == 8


def test_a_command_has_the_shared_options_and_its_own() -> None:
    names = list(inspect.signature(example).parameters)
    shared = [field.name for field in fields(RunOptions)]
    assert sorted(names) == sorted([*shared, "extra"])
    assert names[0] == "run_file"
    assert example.__name__ == "example"
    assert example.__doc__ == "An example."


def test_a_command_is_handed_one_object() -> None:
    given = {name: parameter.default for name, parameter in inspect.signature(example).parameters.items()}
    example(**{**given, "gaussian": 1.5, "extra": 8})
