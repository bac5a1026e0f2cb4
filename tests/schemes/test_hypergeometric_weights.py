from __future__ import annotations

import math
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.schemes import hypergeometric_weights

BILLION = 10**9
CASES = [
    (10, 7, 6),
    (1000, 500, 500),
    (10_000, 1000, 100),
    (BILLION, 1, 1),
    (BILLION, 1, 10**6),
    (BILLION, 1000, 1000),
    (BILLION, 1000, 10**6),
    (BILLION, 1000, BILLION - 10**6),
    (BILLION, 10**6, 10**6),
    (BILLION, BILLION // 2, 10**6),
]
sizes = st.integers(1, 40).flatmap(lambda n: st.tuples(st.just(n), st.integers(0, n), st.integers(0, n)))


def log_choices(n: int, k: int) -> mpmath.mpf:
    return mpmath.loggamma(n + 1) - mpmath.loggamma(k + 1) - mpmath.loggamma(n - k + 1)


def exact(n: int, marked: int, draws: int, i: int) -> mpmath.mpf:
    """The weight by gamma functions with 60 digits."""
    ways = log_choices(marked, i) + log_choices(n - marked, draws - i)
    return mpmath.exp(ways - log_choices(n, draws))


@pytest.mark.parametrize(("n", "marked", "draws"), CASES)
def test_every_weight_agrees_with_sixty_digits(n: int, marked: int, draws: int) -> None:
    weights = hypergeometric_weights(n, marked, draws)
    normal = [i for i, weight in enumerate(weights) if weight >= 1e-300]
    with mpmath.workdps(60):
        for i in {*normal[:: max(1, len(normal) // 100)], normal[0], normal[-1]}:
            assert abs(weights[i] / exact(n, marked, draws, i) - 1) < 1.2e-16


@given(size=sizes)
def test_small_laws_agree_with_exact_fractions(size: tuple[int, int, int]) -> None:
    n, marked, draws = size
    weights = hypergeometric_weights(n, marked, draws)
    assert len(weights) == min(marked, draws) + 1
    for i, weight in enumerate(weights):
        term = Fraction(math.comb(marked, i) * math.comb(n - marked, draws - i), math.comb(n, draws))
        assert abs(Fraction(weight) - term) <= Fraction(math.ulp(float(term))) / 2


@given(size=sizes)
def test_marked_and_drawn_records_trade_places(size: tuple[int, int, int]) -> None:
    n, marked, draws = size
    assert hypergeometric_weights(n, marked, draws) == hypergeometric_weights(n, draws, marked)


@given(marked=st.integers(0, 1000), draws=st.integers(0, 10**6))
def test_weights_sum_to_one_at_a_billion(marked: int, draws: int) -> None:
    assert math.isclose(math.fsum(hypergeometric_weights(BILLION, marked, draws)), 1.0, rel_tol=1e-14)


def test_one_record_is_drawn_at_the_sampling_rate() -> None:
    assert hypergeometric_weights(BILLION, 1, 1000) == (1 - 1e-6, 1e-6)


@pytest.mark.parametrize("n", [1, 5, 10**6])
def test_nothing_and_everything(n: int) -> None:
    assert hypergeometric_weights(n, 0, n) == hypergeometric_weights(n, n, 0) == (1.0,)
    assert hypergeometric_weights(n, 3 if n > 3 else 1, n)[-1] == 1.0
    assert hypergeometric_weights(n, n, 1) == (0.0, 1.0)
