"""One entry of a ledger as the library's objects, and back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tightdp.accounting import Program, Step
from tightdp.errors import CannotAnswer
from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.ledger_records import LedgerRecord
from tightdp.spec.origin import TextOrigin
from tightdp.spec.run import build_run
from tightdp.spec.write import phase_entry

_FILTER_ASKED = "ask the epsilon of the ledger's filter, filtered_epsilon(delta) or `tightdp epsilon`"
_FILTER_BEGUN = "begin the ledger with a RenyiFilter and ask its filtered_epsilon(delta) or `tightdp epsilon`"


@dataclass(frozen=True, slots=True)
class LedgerEntry:
    """``count`` equal steps, as they were appended.

    Parameters
    ----------
    step
        The step.
    count
        How often it was taken, a whole number >= 1.
    note
        What the user wrote next to it.
    adaptive
        Whether step or count were chosen after seeing earlier releases.
    """

    step: Step
    count: int
    note: str = ""
    adaptive: bool = False


def entry_record(entry: LedgerEntry, number: int) -> LedgerRecord:
    """The line that stands for an entry.

    Parameters
    ----------
    entry
        The entry; ``InvalidInput`` if its step is one that no document can hold.
    number
        Its running number, 1 for the first.

    Returns
    -------
    LedgerRecord
        Every default of mechanism and scheme spelled out.
    """
    phase = phase_entry(entry.step, entry.count)
    return LedgerRecord(
        n=number,
        count=entry.count,
        mechanism=phase.mechanism,
        scheme=phase.scheme,
        adaptive=entry.adaptive,
        note=entry.note,
    )


def record_entries(records: Sequence[LedgerRecord], name: str) -> tuple[LedgerEntry, ...]:
    """The entries that lines stand for; each distinct step is made once.

    Parameters
    ----------
    records
        The lines below the header, in order.
    name
        What errors call the file.

    Returns
    -------
    tuple
        The entries; ``InvalidInput`` names the line of a value out of range.
    """
    steps: dict[object, Step] = {}
    entries: list[LedgerEntry] = []
    for line, record in enumerate(records, start=2):
        kind = (record.mechanism, record.scheme)
        if kind not in steps:
            phase = PhaseEntry(mechanism=record.mechanism, scheme=record.scheme, steps=1)
            origin = TextOrigin(name, {("phase",): line})
            ((steps[kind], _),) = build_run(RunDocument(phase=[phase]), origin).program.parts
        entries.append(LedgerEntry(steps[kind], record.count, record.note, record.adaptive))
    return tuple(entries)


def refuse_adaptive(number: int, name: str, *, has_filter: bool = False) -> None:
    """Refuse an epsilon for steps that were chosen on the way.

    Parameters
    ----------
    number
        Running number of the first adaptive entry; 0 when there is none.
    name
        What errors call the ledger.
    has_filter
        Whether the ledger was begun with a filter, which has an epsilon of its own.

    Raises
    ------
    CannotAnswer
        If there is one.
    """
    if number:
        raise CannotAnswer(
            f"{name}, whose entry {number} was chosen after seeing earlier releases",
            "composition is proven for noise, rates and step counts that were fixed before the run; for ones chosen on "
            "the way only a filter that stops at a Rényi budget set beforehand is (Feldman and Zrnic 2021)",
            f"{_FILTER_ASKED if has_filter else _FILTER_BEGUN}, or account a program fixed "
            "beforehand of which every step taken is at most as revealing as the planned one",
        )


def merged_program(entries: Sequence[LedgerEntry]) -> Program:
    """Entries as a program; equal steps are merged.

    Parameters
    ----------
    entries
        The entries.

    Returns
    -------
    Program
        The empty one when there is none.
    """
    return Program(tuple((entry.step, entry.count) for entry in entries))
