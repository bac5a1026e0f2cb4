"""What the lines of a ledger hold, version 1."""

from __future__ import annotations

import msgspec

from tightdp.spec.document import RelationName
from tightdp.spec.mechanism_entries import MechanismEntry
from tightdp.spec.scheme_entries import SchemeEntry

LEDGER_VERSION = 1


class LedgerHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The first line: what the file is and who may differ.

    Parameters
    ----------
    ledger
        Version of this format.
    tightdp
        Version of the library that began the ledger.
    relation
        Which data sets are neighbours.
    group_size
        In how many records neighbours may differ.
    order
        Order of the ledger's Rényi filter; ``None`` without one.
    budget
        Its budget in nats; ``None`` without one.
    check
        Checksum; written by ``sealed_line``.
    """

    ledger: int
    tightdp: str
    relation: RelationName
    group_size: int
    order: float | None = None
    budget: float | None = None
    check: str = ""


class LedgerRecord(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """Every other line: ``count`` equal steps.

    Parameters
    ----------
    n
        Running number, 1 for the first line below the header.
    count
        How often the step was taken, a whole number >= 1.
    mechanism
        What each step released.
    scheme
        How each step drew its batch.
    adaptive
        Whether mechanism, scheme or count were chosen after seeing earlier releases.
    note
        What the user wrote next to it.
    check
        Checksum; written by ``sealed_line``.
    """

    n: int
    count: int
    mechanism: MechanismEntry
    scheme: SchemeEntry
    adaptive: bool = False
    note: str = ""
    check: str = ""
