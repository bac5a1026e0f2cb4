from __future__ import annotations

import math

import pytest

from tightdp.accounting import Step, account
from tightdp.cli.caution import epsilon_warnings, infinity_reason, warn
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian
from tightdp.numerics.bound import Bound
from tightdp.relations import AddRemove
from tightdp.schemes import FullBatch

INFINITE = Bound(1.0, math.inf)


def test_only_a_large_epsilon_is_warned_about() -> None:
    assert epsilon_warnings(Bound(99.0, 100.0), "") == []
    (sentence,) = epsilon_warnings(Bound(99.0, 16890.0), "")
    assert sentence.startswith("epsilon is 1.689e+04, and above 100 it protects nobody in practice: check the noise")


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


def test_each_warning_is_a_line_on_standard_error(capsys: pytest.CaptureFixture[str]) -> None:
    warn(["one", "two"])
    assert capsys.readouterr() == ("", "warning: one\nwarning: two\n")
