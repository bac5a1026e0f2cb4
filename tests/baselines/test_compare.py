from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from tightdp import (
    AddRemove,
    CannotAnswer,
    Gaussian,
    InvalidInput,
    Poisson,
    Profile,
    Program,
    Step,
    Substitute,
    account,
)
from tightdp.baselines import compare
from tightdp.baselines.compare import BOUNDS, SLOW, compare_beside
from tightdp.spec import read_run

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.toml"))
RUN = 100 * Step(Gaussian(1.0), Poisson(0.01))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_bound_has_its_row_and_those_that_apply_are_in_order(path: Path) -> None:
    run = read_run(path)
    assert run.delta is not None
    found = compare(run.program, run.relation, run.delta, rtol=0.01)
    assert {row.name for row in found.rows} == {"tightdp", *(name for name, *_ in BOUNDS)}
    sizes = [row.epsilon.upper for row in found.applicable if row.epsilon is not None]
    assert all(a <= b * (1.0 + 1e-9) for a, b in pairwise(sizes))
    assert found.rows[: len(sizes)] == found.applicable
    for row in found.rows:
        assert (row.epsilon is None) == (row.ratio is None) == bool(row.reason), row
    assert found.answer.epsilon == account(run.program, run.relation, rtol=0.01).epsilon(run.delta)


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_no_bound_is_below_what_is_attained(path: Path) -> None:
    run = read_run(path)
    assert run.delta is not None
    relation = replace(run.relation, group_size=1 if "fine" in path.stem else 3)
    found = compare(run.program, relation, run.delta, rtol=0.01)
    assert found.answer.epsilon is not None
    for row in found.applicable:
        assert row.epsilon is not None
        assert row.epsilon.upper >= found.answer.epsilon.lower * (1.0 - 1e-9), row


def test_ratios_are_to_the_answer() -> None:
    found = compare(RUN, AddRemove(), 1e-5)
    assert found.answer.ratio == 1.0
    for row in found.applicable:
        assert row.epsilon is not None
        assert found.answer.epsilon is not None
        assert row.ratio == pytest.approx(row.epsilon.upper / found.answer.epsilon.upper)


def test_one_step_and_none() -> None:
    assert compare(Step(Gaussian(1.0), Poisson(0.01)), AddRemove(), 1e-5).program.steps == 1
    empty = compare(Program(), AddRemove(), 1e-5)
    assert next(row.ratio for row in empty.applicable if row.epsilon and row.epsilon.upper == 0.0) == 1.0


def test_refusals() -> None:
    with pytest.raises(InvalidInput, match=r"delta must be in \[0, 1\), got 1"):
        compare(RUN, AddRemove(), 1)
    boxed = Step(Profile(lambda _: 0.0, unit="substitute"), Poisson(0.1))
    with pytest.raises(CannotAnswer, match="batches of different size may be perfectly distinguishable"):
        compare(boxed, AddRemove(), 1e-5)
    assert compare(Step(Gaussian(5.0), Poisson(0.1)), Substitute(), 1e-5).answer.reason == ""


def test_bounds_that_take_long_are_left_out_where_asked_and_say_so() -> None:
    answer = account(RUN, AddRemove())
    quick, whole = (compare_beside(answer, 1e-5, rtol=1e-3, quick=is_quick) for is_quick in (True, False))
    assert whole == compare(RUN, AddRemove(), 1e-5)
    assert quick.answer == whole.answer
    assert {row.name for row in quick.rows} == {row.name for row in whole.rows}
    assert {row.name for row in quick.rows if "left out here" in row.reason} == SLOW
    assert {row.name for row in quick.applicable} == {row.name for row in whole.applicable} - SLOW
