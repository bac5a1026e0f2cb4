from __future__ import annotations

import pytest

from tightdp.auditing.audit import BATCH_SOURCES
from tightdp.cli.choices import BatchesChoice, FormatChoice, PlanFindChoice, RelationChoice, RouteChoice
from tightdp.relations import relation_from_name
from tightdp.transport import ROUTES


@pytest.mark.parametrize("choice", RelationChoice)
def test_each_relation_is_one_of_the_library(choice: RelationChoice) -> None:
    assert relation_from_name(choice.value, 2).name == choice.value


def test_each_route_is_one_of_the_library() -> None:
    assert {choice.value for choice in RouteChoice} == set(ROUTES)


def test_each_source_of_batches_is_one_of_the_library() -> None:
    assert {choice.value for choice in BatchesChoice} == set(BATCH_SOURCES)


def test_the_formats_are_three() -> None:
    assert [choice.value for choice in FormatChoice] == ["table", "json", "csv"]


def test_a_plan_has_two_unknowns() -> None:
    assert [choice.value for choice in PlanFindChoice] == ["noise", "updates"]
