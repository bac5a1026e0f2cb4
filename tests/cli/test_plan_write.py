from __future__ import annotations

from pathlib import Path

import pytest

from planning.plans import POISSON
from tightdp.cli.plan_write import checked_plan_path, write_plan
from tightdp.errors import InvalidInput
from tightdp.spec import read_plan


@pytest.mark.parametrize("name", ["plan.toml", "plan.json"])
def test_what_is_written_is_the_plan(name: str, tmp_path: Path) -> None:
    write_plan(POISSON, checked_plan_path(tmp_path / name))
    assert read_plan(tmp_path / name) == POISSON


@pytest.mark.parametrize("name", ["plan.txt", "nowhere/plan.toml"])
def test_a_plan_needs_a_file_of_its_kind(name: str, tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"--output must be a file whose name ends in .toml or .json"):
        checked_plan_path(tmp_path / name)
