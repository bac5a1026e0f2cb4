"""What both accountants refuse alike."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tightdp import AddRemove, Gaussian, InvalidInput, Poisson, Program, Step, account, renyi_account
from tightdp.accounting.question import checked_program

STEP = Step(Gaussian(1.0), Poisson(0.1))


def test_a_step_is_a_program_of_one() -> None:
    assert checked_program(STEP, AddRemove(), "tightest") == 1 * STEP
    assert isinstance(checked_program(STEP, AddRemove(), "agnostic"), Program)


@pytest.mark.parametrize("ask", [account, renyi_account])
def test_both_accountants_name_what_came_and_what_is_allowed(ask: Callable[..., object]) -> None:
    with pytest.raises(InvalidInput, match=re.escape("program must be a Step or a Program, such as 1000 * Step")):
        ask([STEP], AddRemove())
    with pytest.raises(InvalidInput, match=re.escape("relation must be a relation, such as AddRemove(), got 'add'")):
        ask(STEP, "add")
    with pytest.raises(InvalidInput, match="route must be one of tightest, specific, agnostic, got 'best'"):
        ask(STEP, AddRemove(), route="best")
