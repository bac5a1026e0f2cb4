"""One line of a ledger: a JSON object whose checksum also covers all lines before it."""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass

_CHECKED = re.compile(rb'\{"check":"([0-9a-f]{16})",')
START = ""


@dataclass(frozen=True, slots=True)
class LedgerLine:
    """A line whose checksum holds.

    Parameters
    ----------
    text
        The line as it stands in the file, without its line end.
    check
        Its checksum, 16 hexadecimal digits.
    """

    text: bytes
    check: str


def sealed_line(record: bytes, before: str) -> LedgerLine:
    """``{"check":"...",`` and the record's members: the checksum is SHA-256 of the one before and the members.

    Parameters
    ----------
    record
        A JSON object with at least one member, on one line.
    before
        Checksum of the line before; ``START`` for the first line.

    Returns
    -------
    LedgerLine
        The line to write.
    """
    members = record[1:]
    check = _check(members, before)
    return LedgerLine(b'{"check":"' + check.encode() + b'",' + members, check)


def checked_line(text: bytes, before: str) -> LedgerLine | None:
    """The line, or ``None`` when it is not what was written after the line with checksum ``before``.

    Parameters
    ----------
    text
        What stands in the file, without its line end.
    before
        Checksum of the line before; ``START`` for the first line.

    Returns
    -------
    LedgerLine or None
        The line with its checksum.
    """
    found = _CHECKED.match(text)
    if found is None or found[1].decode() != _check(text[found.end() :], before):
        return None
    return LedgerLine(text, found[1].decode())


def _check(members: bytes, before: str) -> str:
    return hashlib.sha256(before.encode() + members).hexdigest()[:16]
