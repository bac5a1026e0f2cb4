"""Brackets: when they are close enough, and what they cost."""

from __future__ import annotations

import math

from tightdp import AddRemove, Gaussian, Poisson, Step, account
from tightdp.numerics.bound import Bound
from tightdp.pld.bracketed import Bracketed
from tightdp.pld.curve import Errors


def test_when_ends_are_close_enough() -> None:
    assert Bracketed(Bound(1.0, 1.001)).is_within(2e-3)
    assert not Bracketed(Bound(1.0, 1.1)).is_within(2e-3)
    assert Bracketed(Bound(0.0, 1e-14), enough=1e-13).is_within(1e-3)
    assert not Bracketed(Bound(1e-20, 1e-14)).is_within(1e-3)
    assert not Bracketed(Bound(1.0, math.inf)).is_within(1e-3)


def test_the_margin_is_the_sum_of_its_parts() -> None:
    assert Bracketed(Bound(1.0, 1.0)).margin == 0.0
    assert Bracketed(Bound(1.0, 1.0), errors=Errors(1e-3, 2e-3, 3e-3, 0.5)).margin == 6e-3


def test_every_error_term_of_an_answer_has_a_size() -> None:
    answer = account(2000 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove())
    bound = answer.epsilon(1e-6)
    rounding = answer.why(bound).rounding
    assert rounding["grid"] == bound.relative_gap
    for name in ("transform", "window", "moments", "losses", "tails"):
        assert 0.0 <= rounding[name] <= 1e-4
    assert rounding["margin"] == sum(rounding[name] for name in ("transform", "window", "moments"))
