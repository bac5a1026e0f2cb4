from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from tightdp.numerics.bound import Bound
from tightdp.planning import PlanCheck

EXACT = PlanCheck(1000, 1000, 1e-5, Bound(0.98, 0.99), Bound(0.98, 0.99), 1.0)


def test_exactly_as_planned() -> None:
    assert (EXACT.exceeded, EXACT.within_target) == (False, True)
    assert EXACT.unspent == pytest.approx(0.01)
    assert str(EXACT) == "1000 updates spend epsilon 0.99 at delta 1e-05; exactly as planned; target 1, 0.01 unspent"


def test_more_than_planned() -> None:
    more = replace(EXACT, actual=1300, epsilon=Bound(1.1, 1.2))
    assert (more.exceeded, more.within_target) == (True, False)
    assert "the plan was exceeded: 1000 updates were planned, for 0.99" in str(more)
    assert "exceeded by" in str(more).split(";")[-1]
    assert json.loads(json.dumps(more.as_dict()))["exceeded"] is True


def test_fewer_than_planned() -> None:
    less = replace(EXACT, actual=700, epsilon=Bound(0.7, 0.8), target=None)
    assert (less.within_target, less.unspent) == (None, None)
    assert str(less).endswith("if the run stopped because of what it had released, the plan's 0.99 counts")


def test_no_limit_is_never_used_up() -> None:
    free = replace(EXACT, epsilon=Bound(math.inf, math.inf), target=math.inf)
    assert free.unspent == math.inf
    assert str(free).endswith("target inf, inf unspent")
