from __future__ import annotations

import pytest

from tightdp import CannotAnswer, Gaussian, InvalidInput, Laplace, Poisson, Profile, Step, Together
from tightdp.spec.ledger_entry import LedgerEntry, entry_record, merged_program, record_entries, refuse_adaptive

STEP = Step(Together((Gaussian(1.1), Laplace(5.0))), Poisson(0.01))
ENTRIES = (
    LedgerEntry(STEP, 3, "first"),
    LedgerEntry(STEP, 4, adaptive=True),
    LedgerEntry(Step(Gaussian(1.0), Poisson(0.1)), 1),
)


def test_entries_and_records_are_inverse() -> None:
    records = [entry_record(entry, number) for number, entry in enumerate(ENTRIES, start=1)]
    assert [record.n for record in records] == [1, 2, 3]
    assert record_entries(records, "run.jsonl") == ENTRIES


def test_equal_steps_are_merged() -> None:
    assert merged_program(ENTRIES).parts == ((STEP, 7), (ENTRIES[2].step, 1))
    assert merged_program(()).steps == 0


def test_a_step_that_no_document_holds_is_refused() -> None:
    step = Step(Profile(lambda _: 0.0), Poisson(0.1))
    with pytest.raises(InvalidInput, match="one that a document can hold"):
        entry_record(LedgerEntry(step, 1), 1)


def test_steps_chosen_on_the_way_have_no_epsilon() -> None:
    refuse_adaptive(0, "run.jsonl")
    with pytest.raises(
        CannotAnswer, match="entry 7 was chosen after seeing earlier releases: composition is proven for"
    ) as found:
        refuse_adaptive(7, "run.jsonl")
    with pytest.raises(CannotAnswer, match="ask the epsilon of the ledger's filter"):
        refuse_adaptive(7, "run.jsonl", has_filter=True)
    assert "begin the ledger with a RenyiFilter" in found.value.instead
