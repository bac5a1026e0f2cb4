from __future__ import annotations

from planning.drawn_plans import field_names
from tightdp.spec.json_schema import json_schema, plan_schema


def test_the_schema_knows_every_table_and_allows_no_other_key() -> None:
    definitions = json_schema()["$defs"]
    tags = {
        definition["properties"]["type"]["enum"][0]
        for definition in definitions.values()
        if "type" in definition["properties"]
    }
    assert tags == {
        *(
            "gaussian",
            "laplace",
            "randomized-response",
            "discrete-gaussian",
            "discrete-laplace",
            "epsilon-delta",
            "together",
        ),
        *("full-batch", "poisson", "without-replacement", "with-replacement", "random-allocation"),
        "truncated-poisson",
    }
    assert all(definition["additionalProperties"] is False for definition in definitions.values())


def test_the_schema_of_a_plan_has_its_fields_and_allows_no_other_key() -> None:
    definitions = plan_schema()["$defs"]
    assert set(definitions["PlanEntry"]["properties"]) == set(field_names())
    assert definitions["PlanEntry"]["required"] == ["dataset_size", "sampling", "neighbours"]
    assert all(definition["additionalProperties"] is False for definition in definitions.values())
