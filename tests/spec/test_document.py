from __future__ import annotations

import msgspec
import pytest

from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.mechanism_entries import LaplaceEntry
from tightdp.spec.scheme_entries import FullBatchEntry

PHASE = PhaseEntry(mechanism=LaplaceEntry(1.0), scheme=FullBatchEntry(), steps=3)


def test_a_document_asks_about_one_added_or_removed_record_unless_told_otherwise() -> None:
    document = RunDocument(phase=[PHASE])
    assert (document.relation, document.group_size, document.delta, document.version) == (
        "add-remove",
        1,
        None,
        1,
    )


def test_a_document_is_a_value() -> None:
    assert RunDocument(phase=[PHASE]) == RunDocument(phase=[PHASE])
    with pytest.raises(AttributeError):
        PHASE.steps = 4  # pyright: ignore[reportAttributeAccessIssue]


def test_unknown_keys_are_refused() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `extra`"):
        msgspec.convert({"phase": [], "extra": 1}, RunDocument)
