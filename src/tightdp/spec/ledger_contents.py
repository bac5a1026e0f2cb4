"""Read a ledger file: every line checked, a line that was never finished told apart from a damaged one."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import whole
from tightdp.relations import AbstractRelation, relation_from_name
from tightdp.spec.ledger_line import START, LedgerLine, checked_line
from tightdp.spec.ledger_records import LEDGER_VERSION, LedgerHeader, LedgerRecord
from tightdp.spec.renyi_filter import RenyiFilter

Record = TypeVar("Record", LedgerHeader, LedgerRecord)


@dataclass(frozen=True, slots=True)
class LedgerContents:
    """What a ledger file holds.

    Parameters
    ----------
    header
        The first line.
    records
        The lines below it, in order.
    whole
        How many bytes of the file are whole lines.
    check
        Checksum of the last whole line.
    ended
        Whether that line has its line end.
    torn
        How many bytes of a line that was never finished follow.
    """

    header: LedgerHeader
    records: tuple[LedgerRecord, ...]
    whole: int
    check: str
    ended: bool
    torn: int

    @property
    def relation(self) -> AbstractRelation:
        """Who may differ."""
        return relation_from_name(self.header.relation, self.header.group_size)

    @property
    def renyi_filter(self) -> RenyiFilter | None:
        """What every entry was checked against, if anything."""
        order, budget = self.header.order, self.header.budget
        return None if order is None or budget is None else RenyiFilter(order, budget)

    @property
    def first_adaptive(self) -> int:
        """Running number of the first entry that was chosen after seeing earlier releases; 0 when there is none."""
        return next((record.n for record in self.records if record.adaptive), 0)

    @property
    def kept(self) -> str:
        """What was kept next to a line that was never finished; empty when there is none."""
        if not self.torn:
            return ""
        end = f"line {len(self.records) + 2} was never finished ({self.torn} bytes) and does not count"
        return f"{len(self.records)} entries are kept; {end}: if its step did run, append it again"


def read_ledger(path: str | Path) -> LedgerContents:
    """The lines of a ledger, checksums and running numbers verified.

    A line is acknowledged once its line end is on disk. What follows the last line end was cut off while it was being
    written; it is kept if it is whole, and left out (``kept`` says so) if it is not.

    Parameters
    ----------
    path
        The file.

    Returns
    -------
    LedgerContents
        Header, entries, and how the file ends.

    Raises
    ------
    InvalidInput
        If the file cannot be read, is no ledger of version 1, or a line is not what was written; with its number.
    """
    name = str(path)
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise InvalidInput("ledger", name, "a readable file", error.strerror or "") from None
    *ended, rest = data.split(b"\n")
    texts = [*ended, rest] if rest else ended
    lines = _checked(texts, name, is_ended=not rest)
    if not lines:
        raise InvalidInput(f"{name}:1", _shown(rest), "the first line of a ledger", "Ledger.open begins a new one")
    header = _header(lines[0], name)
    records = tuple(_record(line, number, name) for number, line in enumerate(lines[1:], start=1))
    whole_bytes = sum(len(line.text) + 1 for line in lines)
    is_ended = len(lines) <= len(ended)
    return LedgerContents(
        header,
        records,
        whole_bytes if is_ended else whole_bytes - 1,
        lines[-1].check,
        is_ended,
        len(data) - whole_bytes if is_ended else 0,
    )


def _checked(texts: list[bytes], name: str, *, is_ended: bool) -> list[LedgerLine]:
    """The lines up to one that was never finished."""
    lines: list[LedgerLine] = []
    check = START
    for number, text in enumerate(texts, start=1):
        line = checked_line(text, check)
        if line is None and number == len(texts) and not is_ended:
            break
        if line is None:
            _refuse_version(text, number, name)
            kept = f"The {max(number - 2, 0)} entries above it are whole; nothing from this line on can be trusted"
            raise InvalidInput(f"{name}:{number}", _shown(text), "the line that was written there", kept)
        lines.append(line)
        check = line.check
    return lines


def _refuse_version(text: bytes, number: int, name: str) -> None:
    """Say so if the first line belongs to another version of the format."""
    if number > 1:
        return
    try:
        version = msgspec.json.decode(text, type=dict[str, object]).get("ledger", LEDGER_VERSION)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return
    if version != LEDGER_VERSION:
        raise InvalidInput(f"{name}:1: ledger", version, "1", "This tightdp reads no other version")


def _header(line: LedgerLine, name: str) -> LedgerHeader:
    _refuse_version(line.text, 1, name)
    return _decoded(line, LedgerHeader, f"{name}:1")


def _record(line: LedgerLine, number: int, name: str) -> LedgerRecord:
    record = _decoded(line, LedgerRecord, f"{name}:{number + 1}")
    whole(f"{name}:{number + 1}: count", record.count, 1)
    if record.n != number:
        raise InvalidInput(f"{name}:{number + 1}: n", record.n, f"the running number {number}")
    return record


def _decoded(line: LedgerLine, kind: type[Record], place: str) -> Record:
    try:
        return msgspec.json.decode(line.text, type=kind)
    except msgspec.DecodeError as error:
        raise InvalidInput(place, _shown(line.text), "a line of a ledger of version 1", str(error)) from None


def _shown(text: bytes) -> str:
    shown = text.decode(errors="replace")
    return shown if len(shown) <= 60 else f"{shown[:57]}..."
