from __future__ import annotations

from pathlib import Path

import pytest

from cli.plan_files import plan_file
from tightdp.accounting import Step
from tightdp.cli.choices import RelationChoice, RouteChoice
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.mechanisms import Gaussian
from tightdp.relations import AddRemove, Insert, Substitute
from tightdp.schemes import Poisson
from tightdp.spec import Ledger

FILE = """\
delta = 1e-5
[[phase]]
name = "all"
steps = 3
mechanism = { type = "laplace", scale = 2 }
scheme = { type = "full-batch" }
"""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    (tmp_path / "run.toml").write_text(FILE, encoding="utf-8")
    return tmp_path / "run.toml"


def test_a_file_is_a_question(path: Path) -> None:
    question = ask(RunOptions(run_file=path))
    assert (question.run.relation, question.run.delta, question.run.program.steps) == (AddRemove(), 1e-5, 3)
    assert question.document.phase[0].name == "all"
    assert question.warnings == ()
    assert question.answer.program == question.run.program


def test_options_replace_the_values_of_a_file(path: Path) -> None:
    options = RunOptions(run_file=path, relation=RelationChoice.INSERT, group_size=2, route=RouteChoice.AGNOSTIC)
    question = ask(options, delta=0.0)
    assert (question.run.relation, question.run.delta) == (Insert(2), 0.0)
    assert (question.document.relation, question.document.group_size) == ("insert", 2)


def test_a_replaced_value_is_named_by_its_option(path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"--delta must be a number in \[0, 1\), got 1.5"):
        ask(RunOptions(run_file=path), delta=1.5)
    with pytest.raises(InvalidInput, match="--group-size must be a whole number >= 1, got 0"):
        ask(RunOptions(run_file=path, group_size=0))


def test_a_file_and_flags_are_refused_before_the_file_is_read() -> None:
    with pytest.raises(InvalidInput, match=r"given by a run file or by flags, not by both, got \['x.toml', '--full"):
        ask(RunOptions(run_file=Path("x.toml"), full_batch=True))


def test_flags_say_what_they_assumed() -> None:
    question = ask(RunOptions(laplace=1.0, full_batch=True))
    assert question.warnings == ("--steps was not given: this is the answer for one step only; give --steps",)


def test_a_ledger_is_a_question_and_says_what_was_never_finished(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Ledger.open(path, AddRemove(2)) as ledger:
        ledger.append(Step(Gaussian(1.0), Poisson(0.01)), 7)
    question = ask(RunOptions(run_file=path), delta=1e-5)
    assert (question.run.relation, question.run.program.steps, question.warnings) == (AddRemove(2), 7, ())
    with path.open("ab") as file:
        file.write(b'{"check"')
    (warning,) = ask(RunOptions(run_file=path)).warnings
    assert warning.startswith(f"{path}: 1 entries are kept; line 3 was never finished (8 bytes)")


def test_a_plan_is_a_question_with_reasons(tmp_path: Path) -> None:
    path = plan_file(tmp_path, ("delta = 1e-5", "delta = 1e-3"))
    question = ask(RunOptions(run_file=path, group_size=2))
    assert (question.run.relation, question.run.program.steps) == (AddRemove(2), 1000)
    assert question.plan is not None
    assert question.reasons == question.plan.reasons
    assert question.granted == question.plan.assumptions
    assert question.unit == "record"
    assert "delta 0.001 is not below 1/50000" in question.warnings[0]


def test_a_plan_that_counts_users_protects_users(tmp_path: Path) -> None:
    users = (("batch_size = 500", "users_per_round = 50"), ("epochs = 10", "updates = 10"))
    assert ask(RunOptions(run_file=plan_file(tmp_path, *users))).unit == "user"


def test_the_relation_replaces_that_of_the_plan_and_not_that_of_its_run(tmp_path: Path) -> None:
    changes = (("epochs = 10", 'epochs = 10\ndivisor = "dataset-size"'), ('"add-remove"', '"substitute"'))
    path = plan_file(tmp_path, *changes)
    assert ask(RunOptions(run_file=path)).run.relation == Substitute()
    with pytest.raises(CannotAnswer, match="a mean whose divisor is counted from the data"):
        ask(RunOptions(run_file=path, relation=RelationChoice.ADD_REMOVE))
