"""Several ledgers as one: composition."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tightdp.errors import InvalidInput
from tightdp.spec.ledger import Ledger
from tightdp.spec.ledger_contents import read_ledger
from tightdp.spec.ledger_entry import record_entries


def merge_ledgers(into: str | Path, sources: Sequence[str | Path]) -> Ledger:
    """Begin a ledger with all entries of others, one after another; all are about the same people.

    Parameters
    ----------
    into
        A file that is not there yet.
    sources
        The ledgers, at least one; they are only read.

    Returns
    -------
    Ledger
        Open, with every entry of the sources.

    Raises
    ------
    InvalidInput
        If the file exists, there is no source, a source is damaged, or the relations differ.
    """
    if Path(into).exists():
        raise InvalidInput("into", str(into), "the name of a new file")
    if not sources:
        raise InvalidInput("sources", sources, "at least one ledger")
    read = [(str(path), read_ledger(path)) for path in sources]
    relations = {contents.relation for _, contents in read}
    if len(relations) > 1:
        named = sorted(f"{relation.name} of {relation.group_size}" for relation in relations)
        raise InvalidInput("sources", named, "ledgers of one relation", "Answers under two relations do not compose")
    ledger = Ledger.open(into, relations.pop())
    for name, contents in read:
        for entry in record_entries(contents.records, name):
            ledger.append(entry.step, entry.count, note=entry.note, adaptive=entry.adaptive)
    return ledger
