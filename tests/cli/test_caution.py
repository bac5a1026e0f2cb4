from __future__ import annotations

import math

import pytest

from tightdp.accounting import Step, account
from tightdp.cli.caution import epsilon_warnings, infinity_reason, run_warnings, warn
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian
from tightdp.numerics.bound import Bound
from tightdp.relations import AddRemove
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement
from tightdp.spec import Run

INFINITE = Bound(1.0, math.inf)


def test_only_a_large_epsilon_is_warned_about() -> None:
    assert epsilon_warnings(Bound(99.0, 100.0), "") == []
    (sentence,) = epsilon_warnings(Bound(99.0, 16890.0), "")
    assert sentence.startswith("epsilon is 1.689e+04: above 100 it protects nobody in practice; check the noise")


def test_an_infinite_epsilon_is_warned_about_with_its_reason() -> None:
    assert epsilon_warnings(INFINITE, "no epsilon holds") == ["epsilon is infinite: no epsilon holds"]


@pytest.mark.parametrize(
    ("mechanism", "delta", "reason"),
    [
        (
            Gaussian(1.0),
            0.0,
            "the privacy loss of this run has no largest value, so it takes a positive delta",
        ),
        (
            Gaussian(0.0),
            1e-5,
            "the run gives a record away with probability up to 1, more than this delta allows",
        ),
        (EpsilonDelta(0.1, 1e-4), 1e-5, "the run gives a record away with probability up to 0.0001"),
    ],
)
def test_an_infinite_epsilon_has_its_reason(mechanism: AbstractMechanism, delta: float, reason: str) -> None:
    answer = account(1 * Step(mechanism, FullBatch()), AddRemove())
    assert reason in infinity_reason(answer, delta, INFINITE)
    assert infinity_reason(answer, delta, Bound(0.0, 1.0)) == ""


def test_sizes_that_do_not_fit_the_question() -> None:
    program = 3 * Step(Gaussian(1.0), WithoutReplacement(1000, 10)) + Step(Gaussian(1.0), Poisson(0.1))
    assert run_warnings(Run(program, AddRemove(10), 9e-4)) == ()
    delta, group = run_warnings(Run(program, AddRemove(11), 1e-3))
    assert delta.startswith("delta 0.001 is not below 1/1000")
    assert group.startswith("a group of 11 records is larger than a batch of 10")
    assert run_warnings(Run(program, AddRemove(), None)) == ()
    assert run_warnings(Run(1 * Step(Gaussian(1.0), Poisson(0.1)), AddRemove(99), 0.5)) == ()


def test_each_warning_is_a_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    warn(["one", "two"])
    assert capsys.readouterr() == ("", "warning: one\nwarning: two\n")
