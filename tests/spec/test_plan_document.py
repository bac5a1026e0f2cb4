from __future__ import annotations

from dataclasses import MISSING, fields

import msgspec

from tightdp.planning import TrainingPlan
from tightdp.spec.plan_document import PlanDocument, PlanEntry


def test_the_entry_has_the_fields_and_defaults_of_a_plan() -> None:
    written = {field.name: field.default for field in msgspec.structs.fields(PlanEntry)}
    meant = {
        field.name: msgspec.NODEFAULT if field.default is MISSING else field.default for field in fields(TrainingPlan)
    }
    assert written == meant


def test_a_document_has_a_version() -> None:
    plan = PlanEntry(dataset_size=1, sampling="full-batch", neighbours="add-remove")
    assert PlanDocument(plan=plan).version == 1
