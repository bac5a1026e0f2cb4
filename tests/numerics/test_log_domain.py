"""Every function against the same formula in 60 digits."""

from __future__ import annotations

from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import exp, expm1, log, log1p, mpf, workdps

from tightdp.numerics.log_domain import (
    Array,
    amplify_loss,
    deamplify_loss,
    log_complement,
    log_difference,
    log_sum,
)

SMALLEST = 1e-323
"""Two of the smallest floats: there is nothing finer to be right about."""

LOGS = st.floats(-1e4, 1e4)
RATES = st.one_of(st.floats(1e-12, 1.0), st.floats(-28.0, -0.1).map(lambda x: 1.0 - 10.0**x), st.just(1.0))
LOSSES = st.one_of(
    st.floats(-1e6, 1e6), st.floats(-40.0, 40.0), st.floats(-20.0, 2.0).map(lambda x: 10.0**x), st.just(0.0)
)


def one(number: float) -> Array:
    return np.array([number])


def relative_error(value: Array, truth: Any) -> float:
    """Of the first entry; an exact zero counts as right only where the truth is 0 or not a float."""
    got = mpf(float(value[0]))
    if truth == got or abs(truth) < mpf(10) ** -310:
        return 0.0
    return float(abs(got - truth) / abs(truth))


@given(terms=st.lists(st.one_of(LOGS, st.just(-np.inf)), min_size=1, max_size=6))
def test_log_sum(terms: list[float]) -> None:
    with workdps(60):
        total = sum(exp(mpf(t)) for t in terms if t > -np.inf)
        got = float(log_sum(np.array(terms)))
        assert got == -np.inf if total == 0 else abs(got - log(total)) <= 4e-15 + 4e-16 * abs(log(total))


def test_log_sum_along_an_axis() -> None:
    terms = np.log(np.array([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]))
    np.testing.assert_allclose(np.exp(log_sum(terms)), [5.0, 7.0, 9.0])
    np.testing.assert_allclose(np.exp(log_sum(terms, axis=1)), [6.0, 15.0])


def test_an_empty_sum_is_zero() -> None:
    assert log_sum(np.empty((0, 3))).tolist() == [-np.inf] * 3
    assert log_sum(np.full((2, 1), -np.inf)).tolist() == [-np.inf]


@given(smaller=LOGS, gap=st.one_of(st.floats(0.0, 50.0), st.floats(-16.0, 0.0).map(lambda x: 10.0**x)))
def test_log_difference(smaller: float, gap: float) -> None:
    larger = smaller + gap
    got = log_difference(one(larger), one(smaller))
    if larger == smaller:
        assert got[0] == -np.inf
        return
    with workdps(60):
        truth = mpf(larger) + log(-expm1(mpf(smaller) - mpf(larger)))
        assert abs(got[0] - truth) <= 1e-15 * (4 + abs(truth) + abs(larger))


def test_log_difference_at_its_ends() -> None:
    never = -np.inf
    got = log_difference(np.array([never, 3.0, 1.0, 1.0]), np.array([never, never, 1.0, 1.0 + 1e-15]))
    assert got.tolist() == [never, 3.0, never, never]


@given(part=st.floats(-700.0, 0.0))
def test_log_complement(part: float) -> None:
    with workdps(400):
        truth = -mpmath.inf if part == 0.0 else log(-expm1(mpf(part)))
        assert relative_error(log_complement(one(part)), truth) <= 1e-15


@given(loss=LOSSES, rate=RATES, sign=st.sampled_from([-1.0, 1.0]))
def test_amplify_loss(loss: float, rate: float, sign: float) -> None:
    """All digits right, whatever the loss and the rate."""
    loss = sign * loss
    with workdps(60):
        truth = mpf(loss) if rate == 1.0 else log1p(mpf(rate) * expm1(mpf(loss)))
        assert relative_error(amplify_loss(one(loss), rate), truth) <= 2e-15


@given(loss=LOSSES, rate=RATES, sign=st.sampled_from([-1.0, 1.0]))
def test_deamplify_loss(loss: float, rate: float, sign: float) -> None:
    """As precise as a loss that is off by two roundings; near ``log(1 - rate)`` that is all there is to know."""
    loss = sign * loss
    got = float(deamplify_loss(one(loss), rate)[0])
    low, high = sorted(_deamplified(loss, slack, rate) for slack in (-5e-16, 5e-16))
    assert low == -np.inf or got >= low - 1e-15 * abs(low) - SMALLEST
    assert got == -np.inf if high == -np.inf else got <= high + 1e-15 * abs(high) + SMALLEST


def _deamplified(loss: float, slack: float, rate: float) -> Any:
    with workdps(60):
        inner = expm1(mpf(loss) * (1 + mpf(slack))) / mpf(rate)
        if rate == 1.0:
            return mpf(loss) * (1 + mpf(slack))
        return -mpmath.inf if inner <= -1 else log1p(inner)


@pytest.mark.parametrize("rate", [1e-6, 0.3, 0.999, 1.0])
def test_the_ends_of_the_line(rate: float) -> None:
    ends = np.array([-np.inf, np.inf])
    lowest = np.log1p(-rate) if rate < 1.0 else -np.inf
    assert amplify_loss(ends, rate).tolist() == [lowest, np.inf]
    assert deamplify_loss(ends, rate).tolist() == [-np.inf, np.inf]


@given(loss=st.floats(-30.0, 1e6), rate=st.floats(1e-6, 1.0))
def test_deamplifying_inverts_amplifying(loss: float, rate: float) -> None:
    amplified = amplify_loss(one(loss), rate)
    again = amplify_loss(deamplify_loss(amplified, rate), rate)
    np.testing.assert_allclose(again, amplified, rtol=1e-14)
