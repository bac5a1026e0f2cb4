from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.schemes import binomial_weights

CASES = [
    (1, 0.01),
    (40, 0.2),
    (1000, 0.01),
    (1000, 0.5),
    (1000, 1e-300),
    (1000, 1 - 2.0**-53),
    (1000, 5e-324),
    (10**6, Fraction(1, 10**9)),
    (10**6, Fraction(1000, 10**9)),
    (10**6, Fraction(1, 3)),
    (10**9, 1e-7),
]


def exact(trials: int, probability: float | Fraction, i: int) -> mpmath.mpf:
    """The weight by gamma functions with 60 digits."""
    rate = Fraction(probability)
    r = mpmath.mpf(rate.numerator) / rate.denominator
    log_choices = mpmath.loggamma(trials + 1) - mpmath.loggamma(i + 1) - mpmath.loggamma(trials - i + 1)
    return mpmath.exp(log_choices + i * mpmath.log(r) + (trials - i) * mpmath.log1p(-r))


@pytest.mark.parametrize(("trials", "probability"), CASES)
def test_every_weight_agrees_with_sixty_digits(trials: int, probability: float | Fraction) -> None:
    weights = binomial_weights(trials, probability)
    normal = [i for i, weight in enumerate(weights) if weight >= 1e-300]
    with mpmath.workdps(60):
        for i in {*normal[:: max(1, len(normal) // 100)], normal[0], normal[-1]}:
            assert abs(weights[i] / exact(trials, probability, i) - 1) < 1.2e-16


@given(trials=st.integers(0, 40), probability=st.floats(0, 1))
def test_small_laws_agree_with_exact_fractions(trials: int, probability: float) -> None:
    r = Fraction(probability)
    weights = binomial_weights(trials, probability)
    assert len(weights) <= trials + 1
    for i in range(trials + 1):
        term = math.comb(trials, i) * r**i * (1 - r) ** (trials - i)
        weight = weights[i] if i < len(weights) else 0.0
        assert abs(Fraction(weight) - term) <= Fraction(math.ulp(float(term))) / 2


@given(trials=st.integers(0, 2000), probability=st.floats(0, 1))
def test_weights_sum_to_one(trials: int, probability: float) -> None:
    assert math.isclose(math.fsum(binomial_weights(trials, probability)), 1.0, rel_tol=1e-14)


@pytest.mark.parametrize("trials", [0, 1, 7, 10**6])
def test_sure_and_impossible(trials: int) -> None:
    assert binomial_weights(trials, 0.0) == (1.0,)
    assert binomial_weights(trials, 1.0) == (0.0,) * trials + (1.0,)


def test_the_chance_of_being_drawn_with_replacement() -> None:
    """100 draws out of 1000 records hold a given record with probability 0.0952079, not 0.1."""
    assert math.fsum(binomial_weights(100, Fraction(1, 1000))[1:]) == pytest.approx(0.0952079, abs=5e-8)
