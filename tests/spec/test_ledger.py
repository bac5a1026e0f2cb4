from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tightdp import AddRemove, CannotAnswer, Gaussian, InvalidInput, Poisson, Step, Substitute, account
from tightdp.spec import Ledger, RenyiFilter, from_document, read_ledger, to_json

STEP = Step(Gaussian(1.0), Poisson(0.01))
KILLS = Path(__file__).with_name("ledger_kills.py")


def killed(path: Path, kills: int) -> int:
    """How many entries a ledger holds after its writers were killed again and again."""
    words = [sys.executable, str(KILLS), str(path), str(kills), "7"]
    done = subprocess.run(words, capture_output=True, text=True, check=False, timeout=500)
    assert done.returncode == 0, done.stderr
    return int(done.stdout.split()[0])


def test_nothing_acknowledged_is_lost_to_kill_9(tmp_path: Path) -> None:
    assert killed(tmp_path / "run.jsonl", 30) > 100
    with Ledger.open(tmp_path / "run.jsonl") as ledger:
        assert ledger.steps == len(ledger.entries)


@pytest.mark.nightly
def test_nothing_acknowledged_of_a_thousand_entries_is_lost(tmp_path: Path) -> None:
    assert killed(tmp_path / "run.jsonl", 150) > 1000


def test_equal_steps_are_counted_and_kept_apart(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "run.jsonl", AddRemove()) as ledger:
        assert [ledger.append(STEP) for _ in range(100)] == list(range(1, 101))
        assert (ledger.steps, len(ledger.entries), ledger.program) == (100, 100, 100 * STEP)
        assert len(ledger.program.parts) == 1


def test_reopening_goes_on_where_it_stopped(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "run.jsonl", Substitute(2)) as ledger:
        ledger.append(STEP, 500, note="first half")
    with Ledger.open(tmp_path / "run.jsonl") as ledger:
        assert (ledger.relation, ledger.kept) == (Substitute(2), "")
        assert ledger.append(STEP, 500) == 2
    with Ledger.open(tmp_path / "run.jsonl", Substitute(2)) as ledger:
        assert ledger.program == 1000 * STEP


def test_a_round_trip_through_json_gives_the_same_bits(tmp_path: Path) -> None:
    """H2: saved and restored in the middle of a run."""
    path = tmp_path / "run.jsonl"
    step = Step(Gaussian(0.1 + 0.2), Poisson(1 / 3))
    with Ledger.open(path, AddRemove()) as ledger:
        ledger.append(step, 7)
        before = account(ledger.program, ledger.relation).epsilon(1e-5)
        restored = from_document(json.loads(to_json(ledger.as_dict(1e-5))))
    assert (restored.program, restored.relation, restored.delta) == (7 * step, AddRemove(), 1e-5)
    with Ledger.open(path) as ledger:
        assert account(ledger.program, ledger.relation).epsilon(1e-5) == before
    assert account(restored.program, restored.relation).epsilon(1e-5) == before


def test_the_last_step_within_a_budget_is_allowed_and_the_next_refused(tmp_path: Path) -> None:
    """F6, H3, H7: 254 steps of PG(0.01, 1) stay below 1 at 1e-5, 255 do not; asking changes nothing."""
    path = tmp_path / "run.jsonl"
    with Ledger.open(path, AddRemove()) as ledger:
        ledger.append(STEP, 253)
        before = path.read_bytes()
        answers = [ledger.would_exceed(STEP, epsilon=1.0, delta=1e-5, count=count) for count in (1, 2, 1)]
        assert answers == [False, True, False]
        assert path.read_bytes() == before
        assert ledger.steps == 253


def test_a_budget_between_the_ends_is_looked_at_more_closely(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "run.jsonl", AddRemove()) as ledger:
        ledger.append(STEP, 99)
        ends = account(100 * STEP, AddRemove()).epsilon(1e-5)
        fine = account(100 * STEP, AddRemove(), rtol=1e-6).epsilon(1e-5)
        budget = 0.5 * (ends.lower + ends.upper)
        assert ledger.would_exceed(STEP, epsilon=budget, delta=1e-5) == (fine.upper > budget)


def test_steps_chosen_on_the_way_are_labelled_and_refused(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "run.jsonl", AddRemove()) as ledger:
        ledger.append(STEP, adaptive=True)
        with pytest.raises(CannotAnswer, match=r"entry 1 was chosen after seeing earlier releases"):
            _ = ledger.program
        with pytest.raises(CannotAnswer, match=r"entry 1"):
            ledger.would_exceed(STEP, epsilon=1.0, delta=1e-5)
    with Ledger.open(tmp_path / "run.jsonl") as ledger:
        assert ledger.entries[0].adaptive
        with pytest.raises(CannotAnswer, match=r"entry 1"):
            ledger.as_dict()


def test_a_filter_covers_steps_chosen_on_the_way(tmp_path: Path) -> None:
    """Every choice is allowed until the budget of one order is spent; then the next step is refused unwritten."""
    path, chosen = tmp_path / "run.jsonl", RenyiFilter(order=8.0, budget=0.1)
    with Ledger.open(path, AddRemove(), chosen) as ledger:
        noise = 2.0
        while ledger.fits(Step(Gaussian(noise), Poisson(0.01)), 10):
            ledger.append(Step(Gaussian(noise), Poisson(0.01)), 10, adaptive=True)
            noise *= 0.9
        before = path.read_bytes()
        with pytest.raises(InvalidInput, match=r"one that leaves the ledger within its filter.*RenyiFilter\(order=8.0"):
            ledger.append(Step(Gaussian(noise), Poisson(0.01)), 10, adaptive=True)
        assert path.read_bytes() == before
        assert ledger.steps > 30
        assert ledger.filtered_epsilon(1e-5) == chosen.epsilon(1e-5)
        fixed = account(sum((entry.count * entry.step for entry in ledger.entries), 0 * STEP), AddRemove())
        assert fixed.epsilon(1e-5).upper < ledger.filtered_epsilon(1e-5)
    with Ledger.open(path) as ledger:
        assert ledger.renyi_filter == chosen
    with pytest.raises(InvalidInput, match=r"renyi_filter must be the ledger's own, RenyiFilter"):
        Ledger.open(path, renyi_filter=RenyiFilter(8.0, 0.2))


def test_without_a_filter_nothing_covers_them(tmp_path: Path) -> None:
    with Ledger.open(tmp_path / "run.jsonl", AddRemove()) as ledger:
        assert ledger.fits(STEP, 10**9)
        with pytest.raises(CannotAnswer, match="it was begun without a filter"):
            ledger.filtered_epsilon(1e-5)


@pytest.mark.parametrize(
    ("words", "match"),
    [
        ({"count": 0}, "count must be a whole number >= 1"),
        ({"count": 2.0}, "count must be a whole number >= 1"),
        ({"note": 3}, "note must be text of at most 10000 characters"),
        ({"note": "x" * 10_001}, "text of at most 10000 characters"),
        ({"adaptive": 1}, "adaptive must be True or False, got 1"),
        ({"count": 10**13}, "at most 1000000000000 in total"),
    ],
)
def test_what_cannot_be_written_down_leaves_the_file_alone(
    tmp_path: Path, words: dict[str, object], match: str
) -> None:
    path = tmp_path / "run.jsonl"
    with Ledger.open(path, AddRemove()) as ledger:
        before = path.read_bytes()
        with pytest.raises(InvalidInput, match=match):
            ledger.append(STEP, **words)  # pyright: ignore[reportArgumentType]
        assert path.read_bytes() == before
        assert ledger.append(STEP) == 1


def test_another_writer_is_noticed(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    with Ledger.open(path, AddRemove()) as ledger:
        with pytest.raises(InvalidInput, match=r"a file that nobody else is writing to"):
            Ledger.open(path)
        with path.open("ab") as file:
            file.write(b"more")
        with pytest.raises(InvalidInput, match=r"a file that nobody else changes while it is open"):
            ledger.append(STEP)
    with Ledger.open(path) as ledger:
        assert ledger.kept.startswith("0 entries are kept; line 2 was never finished (4 bytes) and does not count")


def test_a_write_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "run.jsonl"
    with Ledger.open(path, AddRemove()) as ledger:
        before, write = path.read_bytes(), os.write

        def short(file: int, data: bytes) -> int:
            return write(file, data[:10])

        monkeypatch.setattr(os, "write", short)
        with pytest.raises(OSError, match=r"only 10 bytes of .* could be written to the ledger"):
            ledger.append(STEP)
        monkeypatch.undo()
        assert path.read_bytes() == before
        assert ledger.append(STEP) == 1
    assert len(read_ledger(path).records) == 1


def test_what_cannot_be_opened(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"a file whose name ends in .jsonl"):
        Ledger.open(tmp_path / "run.toml", AddRemove())
    with pytest.raises(InvalidInput, match=r"relation must be given to begin a ledger"):
        Ledger.open(tmp_path / "run.jsonl")
    Ledger.open(tmp_path / "run.jsonl", AddRemove()).close()
    with pytest.raises(
        InvalidInput, match=r"relation must be the ledger's own, AddRemove.*holds for every entry and cannot be changed"
    ):
        Ledger.open(tmp_path / "run.jsonl", AddRemove(2))
    ledger = Ledger.open(tmp_path / "run.jsonl")
    ledger.close()
    ledger.close()
