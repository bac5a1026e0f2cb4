from __future__ import annotations

from pathlib import Path

import pytest

from tightdp import AddRemove, CannotAnswer, Gaussian, Laplace, Poisson, Step, account
from tightdp.spec import Ledger, read_document, read_ledger, read_run
from tightdp.spec.ledger_document import ledger_document

GAUSS = Step(Gaussian(1.0), Poisson(0.01))
LAPLACE = Step(Laplace(2.0), Poisson(0.1))


def test_a_phase_for_each_distinct_step(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Ledger.open(path, AddRemove(2)) as ledger:
        for step in (GAUSS, LAPLACE, GAUSS):
            ledger.append(step, 5)
    document, origin = ledger_document(read_ledger(path), "run.jsonl")
    assert [phase.steps for phase in document.phase] == [10, 5]
    assert (document.relation, document.group_size, document.delta) == ("add-remove", 2, None)
    assert origin.subject(("phase", 1, "steps")) == "run.jsonl:3: phase[1].steps"
    assert read_document(path)[0] == document
    run = read_run(path)
    assert (run.program, run.relation) == (10 * GAUSS + 5 * LAPLACE, AddRemove(2))


def test_a_ledger_without_entries_loses_nothing(tmp_path: Path) -> None:
    Ledger.open(tmp_path / "run.jsonl", AddRemove()).close()
    run = read_run(tmp_path / "run.jsonl")
    assert run.program.steps == 0
    assert account(run.program, run.relation).epsilon(1e-5).upper == 0.0


def test_steps_chosen_on_the_way_are_refused(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "run.jsonl", AddRemove()) as ledger:
        ledger.append(GAUSS)
        ledger.append(GAUSS, adaptive=True)
    with pytest.raises(CannotAnswer, match="entry 2 was chosen after seeing"):
        read_run(tmp_path / "run.jsonl")
