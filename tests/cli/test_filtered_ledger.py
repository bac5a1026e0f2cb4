from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from cli.ledger_files import FILTER, FIRST, LATER, filtered_file
from tightdp import AddRemove, Ledger
from tightdp.cli.choices import RelationChoice, RouteChoice
from tightdp.cli.filtered_ledger import filtered_ledger
from tightdp.cli.run_options import RunOptions
from tightdp.errors import InvalidInput
from tightdp.spec import LedgerEntry, read_ledger
from tightdp.spec.ledger_entry import entry_record
from tightdp.spec.ledger_line import sealed_line


def test_the_filter_answers_for_steps_chosen_on_the_way(tmp_path: Path) -> None:
    found = filtered_ledger(RunOptions(run_file=filtered_file(tmp_path), group_size=1), 1e-5)
    assert found is not None
    assert (found.epsilon, found.delta, found.warnings) == (FILTER.epsilon(1e-5), 1e-5, ())
    assert found.spent == FILTER.spent(100 * FIRST + 20 * LATER, AddRemove()) <= FILTER.budget


def test_everything_else_is_not_for_a_filter(tmp_path: Path) -> None:
    assert filtered_ledger(RunOptions(laplace=2.0), None) is None
    assert filtered_ledger(RunOptions(run_file=tmp_path / "run.toml"), None) is None
    for name, chosen, adaptive in (("fixed", FILTER, False), ("unfiltered", None, True)):
        with Ledger.open(tmp_path / f"{name}.jsonl", AddRemove(), chosen) as ledger:
            ledger.append(FIRST, adaptive=adaptive)
        assert filtered_ledger(RunOptions(run_file=tmp_path / f"{name}.jsonl"), 1e-5) is None


def test_a_line_that_was_never_finished_is_told(tmp_path: Path) -> None:
    path = filtered_file(tmp_path)
    with path.open("ab") as file:
        file.write(b'{"n":')
    found = filtered_ledger(RunOptions(run_file=path), 1e-5)
    assert found is not None
    assert "2 entries are kept" in found.warnings[0]


def test_what_contradicts_the_filter_is_refused(tmp_path: Path) -> None:
    path = filtered_file(tmp_path)
    with pytest.raises(InvalidInput, match="--relation must be add-remove, or left out"):
        filtered_ledger(RunOptions(run_file=path, relation=RelationChoice.SUBSTITUTE), 1e-5)
    with pytest.raises(InvalidInput, match="--group-size must be 1, or left out"):
        filtered_ledger(RunOptions(run_file=path, group_size=2), 1e-5)
    with pytest.raises(InvalidInput, match="--route must be left out for a ledger with a filter"):
        filtered_ledger(RunOptions(run_file=path, route=RouteChoice.AGNOSTIC), 1e-5)
    with pytest.raises(InvalidInput, match="what ran must be given by a run file or by flags"):
        filtered_ledger(RunOptions(run_file=path, laplace=2.0), 1e-5)
    for delta in (None, 0.0, 1.0):
        with pytest.raises(InvalidInput, match=r"--delta must be given, in \(0, 1\)"):
            filtered_ledger(RunOptions(run_file=path), delta)


def test_entries_that_overspend_are_refused(tmp_path: Path) -> None:
    path = filtered_file(tmp_path)
    contents = read_ledger(path)
    entry = LedgerEntry(LATER, 20_000, adaptive=True)
    line = sealed_line(msgspec.json.encode(entry_record(entry, 3)), contents.check)
    path.write_bytes(path.read_bytes() + line.text + b"\n")
    with pytest.raises(InvalidInput, match=r"of entries within the budget 0\.5 of its filter"):
        filtered_ledger(RunOptions(run_file=path), 1e-5)
