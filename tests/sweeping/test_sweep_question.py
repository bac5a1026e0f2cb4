from __future__ import annotations

import pickle
from dataclasses import replace
from typing import Any

import pytest

from sweeping.runs import ONE
from tightdp.accounting import Step, account
from tightdp.mechanisms import Gaussian
from tightdp.relations import AddRemove
from tightdp.schemes import Poisson
from tightdp.sweeping import sweep_question
from tightdp.sweeping.parameter import with_values
from tightdp.sweeping.sweep_question import SweepQuestion, answer_chunk

RATE = ("phase", 0, "scheme", "rate")
QUESTION = SweepQuestion(ONE, (RATE,), None, "tightest", 1e-3)


def test_a_point_is_what_account_says() -> None:
    (row,) = answer_chunk(QUESTION, ((0.02,),))
    answer = account(100 * Step(Gaussian(1.0), Poisson(0.02)), AddRemove())
    assert (row.bound, row.tight, row.theorems) == (answer.epsilon(1e-5), True, answer.because.theorems)
    assert replace(QUESTION, epsilon=1.0).answered((0.02,)).bound == answer.delta(1.0)
    assert (QUESTION.asked, replace(QUESTION, epsilon=1.0).asked) == ("epsilon", "delta")


def test_an_error_becomes_a_row() -> None:
    row = QUESTION.answered((2.0,))
    assert row.bound is None
    assert row.error == "document: phase[0].scheme.rate must be in [0, 1], got 2.0"


def test_an_unexpected_error_becomes_a_row_with_its_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, rtol: float, route: str) -> Any:
        raise FloatingPointError(f"at {rtol} by\n{route}")

    monkeypatch.setattr(sweep_question, "account", broken)
    assert QUESTION.answered((0.1,)).error == "FloatingPointError: at 0.001 by tightest"


def test_the_key_tells_questions_apart_but_not_varied_values() -> None:
    others = [
        replace(QUESTION, epsilon=1.0),
        replace(QUESTION, route="agnostic"),
        replace(QUESTION, rtol=1e-2),
        replace(QUESTION, template=ONE | {"delta": 1e-6}),
        replace(QUESTION, paths=(("delta",),)),
    ]
    assert len({QUESTION.key, *(other.key for other in others)}) == 6
    varied = with_values(ONE, {RATE: 0.5})
    assert replace(QUESTION, template=varied).key == QUESTION.key
    assert pickle.loads(pickle.dumps(QUESTION)) == QUESTION
