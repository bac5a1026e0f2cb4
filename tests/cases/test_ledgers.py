"""State, history and budgets that people asked about, on ledgers."""

from __future__ import annotations

from pathlib import Path

import pytest

from cases.runs import ONE
from tightdp import Bound, CannotAnswer, EpsilonDelta, FullBatch, Gaussian, InvalidInput, Ledger, Poisson, Step, account
from tightdp import merge_ledgers as merged
from tightdp.relations import Substitute
from tightdp.spec import read_run

STEP = Step(Gaussian(1.0), Poisson(0.01))


def epsilon(ledger: Ledger, delta: float = 1e-5) -> Bound:
    return account(ledger.program, ledger.relation).epsilon(delta)


def begun(path: Path, *parts: tuple[Step, int]) -> Ledger:
    ledger = Ledger.open(path, ONE)
    for step, count in parts:
        ledger.append(step, count)
    return ledger


def test_h1_stages_with_different_batches(tmp_path: Path) -> None:
    with begun(tmp_path / "run.jsonl", (STEP, 500), (Step(Gaussian(1.0), Poisson(0.02)), 500)) as ledger:
        bound = epsilon(ledger)
    assert bound.lower - 2e-4 <= 3.0532 <= bound.upper + 2e-4


def test_h2_saved_in_the_middle_and_merged(tmp_path: Path) -> None:
    path, other = tmp_path / "run.jsonl", tmp_path / "other.jsonl"
    begun(path, (STEP, 400)).close()
    with Ledger.open(path) as ledger:
        ledger.append(STEP, 600)
        once = epsilon(ledger)
    assert once == account(1000 * STEP, ONE).epsilon(1e-5)
    begun(other, (STEP, 1000)).close()
    with merged(tmp_path / "both.jsonl", [path, other]) as both:
        twice = epsilon(both)
    assert twice.lower - 2e-4 <= 2.5838 <= twice.upper + 2e-4


def test_h3_asking_changes_nothing(tmp_path: Path) -> None:
    with begun(tmp_path / "run.jsonl", (STEP, 100)) as ledger:
        assert len({(epsilon(ledger).lower, epsilon(ledger).upper) for _ in range(20)}) == 1
        assert len(ledger.entries) == 1


def test_h4_equal_steps_are_counted(tmp_path: Path) -> None:
    with begun(tmp_path / "run.jsonl", *[(STEP, 1)] * 100) as ledger:
        assert (ledger.steps, len(ledger.entries), len(ledger.program.parts)) == (100, 100, 1)


def test_h6_black_boxes_beside_noise(tmp_path: Path) -> None:
    box = Step(EpsilonDelta(0.1, 1e-6), FullBatch())
    with begun(tmp_path / "run.jsonl", (box, 30)) as ledger:
        bound = epsilon(ledger, 1e-4)
    assert bound.lower - 2e-6 <= 1.866998 <= bound.upper + 2e-6


def test_f6_h7_the_step_that_would_exceed_is_refused_before_it_runs(tmp_path: Path) -> None:
    with begun(tmp_path / "run.jsonl", (STEP, 253)) as ledger:
        assert not ledger.would_exceed(STEP, epsilon=1.0, delta=1e-5)
        ledger.append(STEP)
        assert ledger.would_exceed(STEP, epsilon=1.0, delta=1e-5)
        assert ledger.steps == 254


def test_e7_relations_do_not_mix(tmp_path: Path) -> None:
    begun(tmp_path / "run.jsonl", (STEP, 1)).close()
    with pytest.raises(InvalidInput, match=r"relation must be the ledger's own"):
        Ledger.open(tmp_path / "run.jsonl", Substitute())


def test_a21_an_epsilon_before_the_first_step(tmp_path: Path) -> None:
    begun(tmp_path / "run.jsonl").close()
    run = read_run(tmp_path / "run.jsonl")
    assert account(run.program, run.relation).epsilon(1e-5).upper == 0.0


def test_steps_chosen_on_the_way_are_not_accounted_as_if_fixed(tmp_path: Path) -> None:
    with begun(tmp_path / "run.jsonl", (STEP, 10)) as ledger:
        ledger.append(STEP, adaptive=True)
        with pytest.raises(CannotAnswer, match="fixed before the run"):
            epsilon(ledger)
