from __future__ import annotations

from pathlib import Path

import pytest

from tightdp import AddRemove, Gaussian, InvalidInput, Poisson, Step, Substitute
from tightdp.spec import Ledger, read_ledger
from tightdp.spec.ledger_line import START, sealed_line

STEP = Step(Gaussian(1.0), Poisson(0.01))
HEADER = b'{"ledger":1,"tightdp":"0.1.0","relation":"add-remove","group_size":1}'
MEMBERS = b'"mechanism":{"type":"gaussian","noise_multiplier":1},"scheme":{"type":"full-batch"}'


def written(path: Path, entries: int) -> bytes:
    with Ledger.open(path, Substitute(2)) as ledger:
        for number in range(entries):
            ledger.append(STEP, number + 1, note=f"phase {number}")
    return path.read_bytes()


def lines(path: Path, *records: bytes) -> Path:
    """A ledger of any records, sealed as they should be."""
    check, data = START, b""
    for record in records:
        line = sealed_line(record, check)
        check, data = line.check, data + line.text + b"\n"
    path.write_bytes(data)
    return path


def test_what_was_written_is_read(tmp_path: Path) -> None:
    data = written(tmp_path / "run.jsonl", 3)
    contents = read_ledger(tmp_path / "run.jsonl")
    assert contents.relation == Substitute(2)
    assert [(record.n, record.count, record.note) for record in contents.records] == [
        (1, 1, "phase 0"),
        (2, 2, "phase 1"),
        (3, 3, "phase 2"),
    ]
    assert (contents.whole, contents.ended, contents.torn, contents.kept) == (len(data), True, 0, "")
    assert contents.header.tightdp


def test_a_file_cut_at_any_byte_of_its_last_two_lines_keeps_the_whole_ones(tmp_path: Path) -> None:
    data = written(tmp_path / "run.jsonl", 3)
    ends = [place + 1 for place, byte in enumerate(data) if byte == ord("\n")]
    for size in range(ends[1], len(data)):
        path = tmp_path / "cut.jsonl"
        path.write_bytes(data[:size])
        contents = read_ledger(path)
        # A line that lacks nothing but its end is whole.
        assert len(contents.records) == sum(end <= size + 1 for end in ends) - 1
        torn = size - max(end for end in ends if end <= size + 1) if size + 1 not in ends else 0
        assert contents.torn == torn
        assert (f"{len(contents.records)} entries are kept" in contents.kept) == bool(torn)
        with Ledger.open(path) as ledger:
            assert ledger.steps == sum(record.count for record in contents.records)
            assert ledger.append(STEP) == len(contents.records) + 1
        assert read_ledger(path).kept == ""


@pytest.mark.parametrize("line", [0, 1, 2, 3])
def test_a_damaged_line_is_refused_with_its_number(tmp_path: Path, line: int) -> None:
    data = written(tmp_path / "run.jsonl", 3).splitlines(keepends=True)
    data[line] = data[line].replace(b"e", b"f", 1)
    (tmp_path / "run.jsonl").write_bytes(b"".join(data))
    kept = rf"run.jsonl:{line + 1} must be the line that was written there.* The {max(line - 1, 0)} entries above it"
    with pytest.raises(InvalidInput, match=kept):
        read_ledger(tmp_path / "run.jsonl")


@pytest.mark.parametrize("order", [(0, 1, 3), (0, 2, 1, 3), (0, 1, 2, 2, 3)], ids=["lost", "swapped", "twice"])
def test_lost_swapped_and_repeated_lines_are_refused(tmp_path: Path, order: tuple[int, ...]) -> None:
    data = written(tmp_path / "run.jsonl", 3).splitlines(keepends=True)
    (tmp_path / "run.jsonl").write_bytes(b"".join(data[index] for index in order))
    with pytest.raises(InvalidInput, match=r"nothing from this line on can be trusted"):
        read_ledger(tmp_path / "run.jsonl")


@pytest.mark.parametrize("text", [b"", b'{"che', b"nonsense"])
def test_a_file_without_a_first_line_is_no_ledger(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "run.jsonl").write_bytes(text)
    with pytest.raises(InvalidInput, match=r"run.jsonl:1 must be the first line of a ledger"):
        read_ledger(tmp_path / "run.jsonl")


def test_a_file_of_something_else_is_no_ledger(tmp_path: Path) -> None:
    (tmp_path / "run.jsonl").write_bytes(b"[1]\nhello\n")
    with pytest.raises(InvalidInput, match=r"run.jsonl:1 must be the line that was written there"):
        read_ledger(tmp_path / "run.jsonl")


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match=r"must be a readable file"):
        read_ledger(tmp_path / "run.jsonl")


@pytest.mark.parametrize("sealed", [True, False])
def test_another_version_is_refused(tmp_path: Path, sealed: bool) -> None:
    header = HEADER.replace(b'"ledger":1', b'"ledger":2')
    path = lines(tmp_path / "run.jsonl", header)
    if not sealed:
        path.write_bytes(header + b"\n")
    with pytest.raises(
        InvalidInput, match=r"run.jsonl:1: ledger must be 1, got 2. This tightdp reads no other version"
    ):
        read_ledger(path)


def test_a_line_of_another_kind_is_refused(tmp_path: Path) -> None:
    path = lines(tmp_path / "run.jsonl", HEADER, b'{"n":1,"count":1}')
    with pytest.raises(InvalidInput, match=r"run.jsonl:2 must be a line of a ledger of version 1.*`mechanism`"):
        read_ledger(path)


def test_a_wrong_number_is_refused(tmp_path: Path) -> None:
    path = lines(tmp_path / "run.jsonl", HEADER, b'{"n":2,"count":1,' + MEMBERS + b"}")
    with pytest.raises(InvalidInput, match=r"run.jsonl:2: n must be the running number 1, got 2"):
        read_ledger(path)
    path = lines(tmp_path / "run.jsonl", HEADER, b'{"n":1,"count":0,' + MEMBERS + b"}")
    with pytest.raises(InvalidInput, match=r"run.jsonl:2: count must be a whole number >= 1, got 0"):
        read_ledger(path)


def test_a_value_out_of_range_is_refused_with_its_line(tmp_path: Path) -> None:
    wrong = MEMBERS.replace(b'"noise_multiplier":1', b'"noise_multiplier":-1')
    path = lines(tmp_path / "run.jsonl", HEADER, b'{"n":1,"count":1,' + wrong + b"}")
    with pytest.raises(InvalidInput, match=r"run.jsonl:2: phase\[0\].mechanism.noise_multiplier must be a finite"):
        Ledger.open(path)


def test_the_relation_is_that_of_the_first_line(tmp_path: Path) -> None:
    assert read_ledger(lines(tmp_path / "run.jsonl", HEADER)).relation == AddRemove()
