"""The call: what it accepts."""

from __future__ import annotations

from typing import Any

import pytest

from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.step import Step
from tightdp.errors import InvalidInput
from tightdp.mechanisms import Gaussian
from tightdp.relations import AddRemove, Insert, Remove
from tightdp.schemes import Poisson

STEP = Step(Gaussian(1.0), Poisson(0.1))


def test_a_step_is_a_program_of_one() -> None:
    assert renyi_account(STEP, Remove()).divergence(3.0) == renyi_account(1 * STEP, Remove()).divergence(3.0)


def test_routes_are_in_order() -> None:
    curves = [renyi_account(STEP, Insert(3), route=route).divergence(2.0) for route in ("specific", "agnostic")]
    assert curves[0].upper < curves[1].upper


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"program": 3}, "program must be a Step or a Program"),
        ({"relation": "remove"}, "relation must be a relation, such as"),
        ({"route": "best"}, "route must be one of tightest, specific, agnostic"),
    ],
)
def test_wrong_arguments(given: dict[str, Any], message: str) -> None:
    arguments: dict[str, Any] = {"program": STEP, "relation": AddRemove()}
    with pytest.raises(InvalidInput, match=message):
        renyi_account(**(arguments | given))
