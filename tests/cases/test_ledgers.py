"""State, history and budgets that people asked about, on ledgers."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cases.runs import ONE
from tightdp import (
    Bound,
    CannotAnswer,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    InvalidInput,
    Ledger,
    Poisson,
    Step,
    WithoutReplacement,
    account,
)
from tightdp import merge_ledgers as merged
from tightdp.relations import Substitute
from tightdp.spec import from_document, read_run, to_document
from tightdp.spec.ledger_line import START, sealed_line

STEP = Step(Gaussian(1.0), Poisson(0.01))
HEADER = b'{"ledger":1,"tightdp":"0.1.0","relation":"add-remove","group_size":1}'


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


def test_h2_a_run_as_json_is_the_same_run() -> None:
    document = to_document(400 * STEP, ONE, delta=1e-5)
    back = from_document(json.loads(json.dumps(document)))
    assert (back.program, back.relation) == (400 * STEP, ONE)
    assert account(back.program + 600 * STEP, ONE).epsilon(1e-5) == account(1000 * STEP, ONE).epsilon(1e-5)


def test_h2_a_version_of_the_future_is_refused(tmp_path: Path) -> None:
    document = to_document(400 * STEP, ONE, delta=1e-5)
    with pytest.raises(InvalidInput, match=r"version must be 1, got 2. This tightdp reads no other version"):
        from_document({**document, "version": 2})
    (tmp_path / "run.jsonl").write_bytes(sealed_line(HEADER.replace(b'"ledger":1', b'"ledger":2'), START).text + b"\n")
    with pytest.raises(InvalidInput, match=r"ledger must be 1, got 2. This tightdp reads no other version"):
        Ledger.open(tmp_path / "run.jsonl")


def test_f6_events_keep_their_sampling_and_are_replayed(tmp_path: Path) -> None:
    """Method and population size stand in each entry, and asking about one more step writes nothing."""
    path, step = tmp_path / "run.jsonl", Step(Gaussian(2.0), WithoutReplacement(10_000, 100))
    begun(path, (step, 20), (STEP, 30)).close()
    with Ledger.open(path) as ledger:
        assert ledger.program == 20 * step + 30 * STEP
        before = path.read_bytes()
        assert not ledger.would_exceed(STEP, epsilon=1.0, delta=1e-5)
        assert ledger.would_exceed(STEP, epsilon=0.1, delta=1e-5)
        assert path.read_bytes() == before
    entry = json.loads(before.splitlines()[1])
    assert entry["scheme"] == {"type": "without-replacement", "dataset_size": 10_000, "batch_size": 100}


@pytest.mark.parametrize(("known", "unknown"), [(b'"full-batch"', b'"bucketed"'), (b'"gaussian"', b'"cauchy"')])
def test_f6_an_unknown_method_is_refused(tmp_path: Path, known: bytes, unknown: bytes) -> None:
    entry = b'"mechanism":{"type":"gaussian","noise_multiplier":1},"scheme":{"type":"full-batch"}}'
    header = sealed_line(HEADER, START)
    line = sealed_line(b'{"n":1,"count":1,' + entry.replace(known, unknown), header.check)
    (tmp_path / "run.jsonl").write_bytes(header.text + b"\n" + line.text + b"\n")
    with pytest.raises(InvalidInput, match=r"run.jsonl:2 must be a line of a ledger of version 1.* Invalid value"):
        Ledger.open(tmp_path / "run.jsonl")


def test_h3_asking_changes_nothing(tmp_path: Path) -> None:
    with begun(tmp_path / "run.jsonl", (STEP, 100)) as ledger:
        before = (tmp_path / "run.jsonl").read_bytes()
        assert len({(epsilon(ledger).lower, epsilon(ledger).upper) for _ in range(20)}) == 1
        assert [ledger.would_exceed(STEP, epsilon=1.0, delta=1e-5) for _ in range(5)] == [False] * 5
        assert len(ledger.entries) == 1
        assert (tmp_path / "run.jsonl").read_bytes() == before


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
