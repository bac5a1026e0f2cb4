"""From one order to eps and delta: printed values, the closed forms, and brute force over two outcomes."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from tightdp.divergences.renyi_conversion import (
    best_epsilon,
    best_log_delta,
    least_log_q,
    plain_epsilon,
    plain_log_delta,
)
from tightdp.pairs.pair import Array


def close(value: Any, rel: float = 1e-9) -> Any:
    return pytest.approx(value, rel=rel, abs=0.0)  # pyright: ignore[reportUnknownMemberType]


def one(value: float) -> Array:
    return np.array([value])


def test_one_order_by_hand() -> None:
    """R = .3 at order 6, eps = 2 (theory 3.7)."""
    plain, best = plain_log_delta(one(6.0), one(0.3), 2.0), best_log_delta(one(6.0), one(0.3), 2.0)
    assert math.exp(plain[0]) == close(1.3628229020e-5)
    assert math.exp(best[0]) == close(1.0588410182e-5)


def test_brute_force_over_two_outcomes() -> None:
    """No pair of two outcomes with the divergence needs more, and one needs almost as much."""
    order, divergence, epsilon = 3.0, 0.4, 0.7
    p, q = np.meshgrid(np.linspace(1e-4, 1.0 - 1e-4, 1500), np.linspace(1e-4, 1.0 - 1e-4, 1500))
    moment = p**order * q ** (1.0 - order) + (1.0 - p) ** order * (1.0 - q) ** (1.0 - order)
    allowed = moment <= math.exp((order - 1.0) * divergence)
    worst = float((p - math.exp(epsilon) * q)[allowed].max())
    delta = math.exp(best_log_delta(one(order), one(divergence), epsilon)[0])
    assert worst <= delta <= worst + 2e-3
    assert best_epsilon(one(order), one(divergence), delta)[0] == close(epsilon, 1e-7)


@pytest.mark.parametrize("order", [1.001, 1.5, 3.0, 40.0, 1e5])
@pytest.mark.parametrize("divergence", [1e-10, 0.01, 1.0, 500.0])
def test_the_best_is_never_above_the_closed_form(order: float, divergence: float) -> None:
    for delta in (1e-12, 1e-5, 0.1):
        best, plain = (
            best_epsilon(one(order), one(divergence), delta),
            plain_epsilon(one(order), one(divergence), delta),
        )
        assert best[0] <= plain[0] * (1.0 + 2e-10) + 1e-10
        back = best_log_delta(one(order), one(divergence), float(best[0]))
        assert back[0] <= math.log(delta) + 1e-4


def test_total_variation_from_order_2() -> None:
    """``TV <= sqrt(e^R - 1) / 2`` for nearly equal laws: the best that order 2 can prove."""
    log_delta = best_log_delta(one(2.0), one(1e-8), 0.0)
    assert math.exp(log_delta[0]) == close(0.5e-4, 1e-3)


def test_least_q_solves_its_equation() -> None:
    orders, divergences = np.array([[1.5], [4.0]]), np.array([[0.2], [1.0]])
    log_p = np.log(np.array([[1e-8, 0.1, 0.6, 1.0]]))
    q, p = np.exp(least_log_q(orders, divergences, log_p)), np.exp(log_p)
    with np.errstate(divide="ignore"):
        moment = p**orders * q ** (1.0 - orders) + (1.0 - p) ** orders * (1.0 - q) ** (1.0 - orders)
    assert np.log(moment) / (orders - 1.0) == close(np.broadcast_to(divergences, (2, 4)), 1e-6)


def test_rounding_is_on_the_safe_side() -> None:
    """At ``(a - 1) R = 1e-16`` all digits of the moment are lost; what is proven is then weaker, never stronger."""
    order, divergence = one(1.0 + 1e-6), one(1e-10)
    near_one = best_epsilon(order, divergence, 1e-5)[0]
    kl = best_epsilon(one(1.001), divergence, 1e-5)[0]
    assert 0.999 * kl <= near_one


def test_an_infinite_divergence_proves_nothing() -> None:
    assert math.isinf(best_epsilon(one(2.0), one(math.inf), 1e-5)[0])
    assert best_log_delta(one(2.0), one(math.inf), 1.0)[0] == 0.0


def test_no_divergence_needs_no_epsilon() -> None:
    assert best_epsilon(one(2.0), one(0.0), 1e-5)[0] <= 1e-14
    assert plain_epsilon(one(2.0), one(0.0), 0.9)[0] == 0.0
