from __future__ import annotations

import msgspec

from tightdp.spec.ledger_records import LEDGER_VERSION, LedgerHeader, LedgerRecord
from tightdp.spec.mechanism_entries import GaussianEntry
from tightdp.spec.scheme_entries import PoissonEntry


def test_defaults_are_not_written() -> None:
    record = LedgerRecord(n=1, count=2, mechanism=GaussianEntry(1.0), scheme=PoissonEntry(0.1))
    written = msgspec.to_builtins(record)
    assert list(written) == ["n", "count", "mechanism", "scheme"]
    assert msgspec.convert(written, LedgerRecord) == record


def test_the_header_says_what_the_file_is() -> None:
    header = LedgerHeader(ledger=LEDGER_VERSION, tightdp="0.1.0", relation="substitute", group_size=3)
    assert next(iter(msgspec.to_builtins(header).items())) == ("ledger", 1)
