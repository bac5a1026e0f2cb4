"""A file that a training loop appends to, one line for each release, and that can be accounted at any time."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from types import TracebackType
from typing import Any, Self, cast

import msgspec

from tightdp.accounting import Program, Step, account
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.checks import at_least_zero, below_one, whole
from tightdp.relations import AbstractRelation
from tightdp.spec.document import RelationName
from tightdp.spec.file_lock import hold
from tightdp.spec.ledger_contents import LedgerContents, read_ledger
from tightdp.spec.ledger_entry import LedgerEntry, entry_record, merged_program, record_entries, refuse_adaptive
from tightdp.spec.ledger_line import START, LedgerLine, sealed_line
from tightdp.spec.ledger_records import LEDGER_VERSION, LedgerHeader
from tightdp.spec.renyi_filter import RenyiFilter
from tightdp.spec.write import to_document

_MOST_NOTE = 10_000
_FINE = 1e-6  # where a budget lies between the ends
_BINARY = getattr(os, "O_BINARY", 0)  # on Windows


@dataclass
class _End:
    """Where the file ends and what it adds up to."""

    descriptor: int
    length: int
    check: str
    program: Program
    entries: list[LedgerEntry] = field(default_factory=list[LedgerEntry])
    first_adaptive: int = 0


@dataclass(frozen=True, eq=False)
class Ledger:
    """Entries in a file; ``Ledger.open`` opens or begins one. Close it, or use it in a ``with`` block.

    ``append`` returns once the line is on disk: what it has acknowledged survives a kill at any point.

    Parameters
    ----------
    path
        The file.
    relation
        Who may differ; the same for every entry.
    kept
        What was kept and what was dropped when the file ended in a line that was never finished; usually empty.
    renyi_filter
        What every entry is checked against before it is written, if anything.
    """

    path: Path
    relation: AbstractRelation
    kept: str
    renyi_filter: RenyiFilter | None
    _end: _End = field(repr=False)

    @classmethod
    def open(
        cls, path: str | Path, relation: AbstractRelation | None = None, renyi_filter: RenyiFilter | None = None
    ) -> Ledger:
        """Open a ledger to append to; a file that is not there is begun.

        Parameters
        ----------
        path
            The file, whose name ends in ``.jsonl``.
        relation
            Who may differ; needed to begin a ledger, and the same as before for one that exists.
        renyi_filter
            For steps that are chosen on the way; set when a ledger is begun, and the same as before ever after.

        Returns
        -------
        Ledger
            Its ``kept`` says whether a line that was never finished was cut off.

        Raises
        ------
        InvalidInput
            If the file is damaged, is being written by somebody else, or was begun under another relation.
        """
        path = Path(path)
        if path.suffix.lower() != ".jsonl":
            raise InvalidInput("ledger", str(path), "a file whose name ends in .jsonl")
        if not path.exists():
            _begin(path, relation, renyi_filter)
        descriptor = os.open(path, os.O_RDWR | os.O_APPEND | _BINARY)
        try:
            hold(descriptor, str(path))
            contents = read_ledger(path)
            _same("relation", relation, contents.relation)
            _same("renyi_filter", renyi_filter, contents.renyi_filter)
            _mend(descriptor, contents)
            entries = record_entries(contents.records, str(path))
        except BaseException:
            os.close(descriptor)
            raise
        length = contents.whole + (not contents.ended)
        first = next((number for number, entry in enumerate(entries, start=1) if entry.adaptive), 0)
        end = _End(descriptor, length, contents.check, merged_program(entries), list(entries), first)
        return cls(path, contents.relation, contents.kept, contents.renyi_filter, end)

    def append(self, step: Step, count: int = 1, *, note: str = "", adaptive: bool = False) -> int:
        """Write down steps, best just before they are taken, and return when they are on disk.

        Parameters
        ----------
        step
            The step.
        count
            How often, a whole number >= 1.
        note
            Anything that helps to recognise the entry later, up to 10,000 characters.
        adaptive
            Whether step or count were chosen after seeing earlier releases.

        Returns
        -------
        int
            The entry's running number.

        Raises
        ------
        InvalidInput
            If an argument cannot be written down, or somebody else has changed the file.
        """
        times = whole("count", count, 1)
        if not isinstance(note, str) or len(note) > _MOST_NOTE:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("note", note, f"text of at most {_MOST_NOTE} characters")
        if not isinstance(adaptive, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("adaptive", adaptive, "True or False")
        entry = LedgerEntry(step, times, note, adaptive)
        end, number = self._end, len(self._end.entries) + 1
        program = end.program + times * step
        if not self._fits(program):
            raise InvalidInput(
                "step", step, "one that leaves the ledger within its filter", f"It has {self.renyi_filter}"
            )
        line = sealed_line(msgspec.json.encode(entry_record(entry, number)), end.check)
        if os.fstat(end.descriptor).st_size != end.length:
            raise InvalidInput("ledger", str(self.path), "a file that nobody else changes while it is open")
        end.length += _write(end.descriptor, line, end.length)
        end.check, end.program = line.check, program
        end.entries.append(entry)
        end.first_adaptive = end.first_adaptive or number * adaptive
        return number

    def fits(self, step: Step, count: int = 1) -> bool:
        """Whether the ledger's filter allows more steps; asking changes nothing.

        Parameters
        ----------
        step
            The steps that might be taken next, chosen as one likes.
        count
            How many.

        Returns
        -------
        bool
            ``True`` for a ledger without a filter.
        """
        return self._fits(self._end.program + whole("count", count, 1) * step)

    def _fits(self, program: Program) -> bool:
        return self.renyi_filter is None or self.renyi_filter.allows(program, self.relation)

    def filtered_epsilon(self, delta: float) -> float:
        """The epsilon that the ledger's filter proves, also for steps that were chosen on the way.

        Parameters
        ----------
        delta
            Probability in (0, 1).

        Returns
        -------
        float
            The same before, during and after the run; ``epsilon`` of a fixed program is usually smaller.

        Raises
        ------
        CannotAnswer
            If the ledger was begun without a filter.
        """
        if self.renyi_filter is None:
            raise CannotAnswer(
                f"{self.path} with steps chosen on the way",
                "it was begun without a filter",
                "begin another with Ledger.open(path, relation, RenyiFilter(order, budget))",
            )
        return self.renyi_filter.epsilon(delta)

    @property
    def entries(self) -> tuple[LedgerEntry, ...]:
        """All entries in order, equal ones not merged."""
        return tuple(self._end.entries)

    @property
    def steps(self) -> int:
        """How many steps were taken in all."""
        return self._end.program.steps

    @property
    def program(self) -> Program:
        """The entries with equal steps merged; ``CannotAnswer`` if some were chosen on the way."""
        refuse_adaptive(self._end.first_adaptive, str(self.path), has_filter=self.renyi_filter is not None)
        return self._end.program

    def as_dict(self, delta: float | None = None) -> dict[str, Any]:
        """The program as a run document, for ``to_json`` and ``from_document``.

        Parameters
        ----------
        delta
            delta of the question, or ``None``.

        Returns
        -------
        dict
            Floats read back bit by bit the same.
        """
        return to_document(self.program, self.relation, delta)

    def would_exceed(self, step: Step, *, epsilon: float, delta: float, count: int = 1) -> bool:
        """Whether the certified epsilon would be above a budget after more steps; asking changes nothing.

        Parameters
        ----------
        step
            The steps that might be taken next.
        epsilon
            The budget in nats, >= 0.
        delta
            delta in [0, 1).
        count
            How many.

        Returns
        -------
        bool
            ``True`` when they must not be taken.
        """
        budget, share = at_least_zero("epsilon", epsilon), below_one("delta", delta)
        program = self.program + whole("count", count, 1) * step
        bound = account(program, self.relation).epsilon(share)
        if budget in bound and budget < bound.upper:
            bound = account(program, self.relation, rtol=_FINE).epsilon(share)
        return bound.upper > budget

    def close(self) -> None:
        """Let others write; closing twice does no harm."""
        if self._end.descriptor >= 0:
            os.close(self._end.descriptor)
            self._end.descriptor = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _begin(path: Path, relation: AbstractRelation | None, renyi_filter: RenyiFilter | None) -> None:
    """Write the header into a new file that appears under its name only when it is whole."""
    if relation is None:
        raise InvalidInput("relation", None, "given to begin a ledger, such as AddRemove()")
    header = LedgerHeader(
        ledger=LEDGER_VERSION,
        tightdp=version("tightdp"),
        relation=cast("RelationName", relation.name),
        group_size=relation.group_size,
        order=renyi_filter.order if renyi_filter else None,
        budget=renyi_filter.budget if renyi_filter else None,
    )
    part = path.with_name(f"{path.name}.part")
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, 0o666)
    try:
        _write(descriptor, sealed_line(msgspec.json.encode(header), START), 0)
    finally:
        os.close(descriptor)
    part.replace(path)
    with contextlib.suppress(OSError):  # no folder can be opened on Windows
        folder = os.open(path.parent, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)


def _same(name: str, given: object, stated: object) -> None:
    if given is not None and given != stated:
        raise InvalidInput(name, given, f"the ledger's own, {stated}", "It holds for every entry and cannot be changed")


def _mend(descriptor: int, contents: LedgerContents) -> None:
    """Cut off a line that was never finished; give a whole one its line end."""
    if contents.torn:
        os.ftruncate(descriptor, contents.whole)
    elif not contents.ended:
        os.write(descriptor, b"\n")
    os.fsync(descriptor)


def _write(descriptor: int, line: LedgerLine, length: int) -> int:
    """Put one line on disk in one piece, or leave the file as it was; how many bytes it took."""
    data = line.text + b"\n"
    try:
        _all_written(os.write(descriptor, data), len(data))
        os.fsync(descriptor)
    except BaseException:
        os.ftruncate(descriptor, length)
        raise
    return len(data)


def _all_written(written: int, wanted: int) -> None:
    if written < wanted:
        raise OSError(f"only {written} bytes of {wanted} could be written to the ledger")
