from __future__ import annotations

import pytest

from tightdp.errors import InvalidInput
from tightdp.spec.converted import converted, is_plan
from tightdp.spec.document import RunDocument
from tightdp.spec.origin import TextOrigin
from tightdp.spec.plan_document import PlanDocument

PLAN = {"plan": {"dataset_size": 10, "sampling": "full-batch", "neighbours": "substitute"}}


def test_each_kind_is_made() -> None:
    assert converted(PLAN, PlanDocument, TextOrigin("document")).plan.dataset_size == 10
    assert converted({"phase": []}, RunDocument, TextOrigin("document")).phase == []


def test_a_plan_has_a_plan() -> None:
    assert is_plan(PLAN)
    assert not is_plan({"phase": []})
    assert not is_plan(["plan"])


def test_another_version_is_refused() -> None:
    with pytest.raises(InvalidInput, match="document: version must be 1, got 3"):
        converted({"version": 3}, RunDocument, TextOrigin("document"))
    with pytest.raises(InvalidInput, match="document: version must be 1, got '1'"):
        converted({"version": "1"}, PlanDocument, TextOrigin("document"))


def test_a_mistake_is_named() -> None:
    with pytest.raises(InvalidInput, match="document: plan must be a table"):
        converted({"plan": 3}, PlanDocument, TextOrigin("document"))
