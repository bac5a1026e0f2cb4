"""A ledger as a run document, so that every command takes one."""

from __future__ import annotations

from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.ledger_contents import LedgerContents
from tightdp.spec.ledger_entry import refuse_adaptive
from tightdp.spec.mechanism_entries import EpsilonDeltaEntry
from tightdp.spec.origin import Origin, TextOrigin
from tightdp.spec.paths import KeyPath
from tightdp.spec.scheme_entries import FullBatchEntry


def ledger_document(contents: LedgerContents, name: str) -> tuple[RunDocument, Origin]:
    """A phase for each distinct step, in the order of first use.

    Parameters
    ----------
    contents
        What the file holds; ``CannotAnswer`` if some steps were chosen on the way.
    name
        What errors call the file.

    Returns
    -------
    tuple
        The document, and the origin that names the line on which each step was first taken.
    """
    refuse_adaptive(contents.first_adaptive, name, has_filter=contents.renyi_filter is not None)
    return phases_document(contents, name)


def phases_document(contents: LedgerContents, name: str) -> tuple[RunDocument, Origin]:
    """The same whether or not steps were chosen on the way: to say what ran, not to account it.

    Parameters
    ----------
    contents
        What the file holds.
    name
        What errors call the file.

    Returns
    -------
    tuple
        The document, and the origin that names the line on which each step was first taken.
    """
    counts: dict[object, tuple[PhaseEntry, int]] = {}
    for record in contents.records:
        kind = (record.mechanism, record.scheme)
        known, line = counts.get(kind, (None, record.n + 1))
        total = record.count + (known.steps if known else 0)
        counts[kind] = PhaseEntry(mechanism=record.mechanism, scheme=record.scheme, steps=total), line
    nothing = PhaseEntry(mechanism=EpsilonDeltaEntry(0.0), scheme=FullBatchEntry(), steps=0, name="no entry yet")
    phases = list(counts.values()) or [(nothing, 1)]
    lines: dict[KeyPath, int] = {("phase", index): line for index, (_, line) in enumerate(phases)}
    header = contents.header
    document = RunDocument(phase=[phase for phase, _ in phases], relation=header.relation, group_size=header.group_size)
    return document, TextOrigin(name, lines)
