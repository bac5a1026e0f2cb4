from __future__ import annotations

import numpy as np
import pytest

from tightdp.divergences.weak_triangle import chain_divergence
from tightdp.pairs.pair import Array

ORDERS = np.array([1.3, 2.0, 3.0, 10.0])


def linear(orders: Array) -> Array:
    return 0.5 * orders


def test_one_link_is_its_own_chain() -> None:
    assert np.array_equal(chain_divergence(linear, 1, ORDERS, 2.0), linear(ORDERS))


def test_the_exponent_that_is_exact_for_gaussian_noise() -> None:
    """Two links of Gaussian noise and p = 2 - 1/a: four times the divergence, as of twice the distance."""
    for order in ORDERS.tolist():
        found = chain_divergence(linear, 2, np.array([order]), 2.0 - 1.0 / order)[0]
        assert found == pytest.approx(4.0 * 0.5 * order, rel=1e-14)


def test_no_exponent_is_better_than_that() -> None:
    for links in (2, 3, 8):
        for exponent in (1.1, 1.5, 2.0, 4.0):
            assert np.all(chain_divergence(linear, links, ORDERS, exponent) >= links**2 * linear(ORDERS) * (1 - 1e-12))


def test_infinite_links() -> None:
    assert np.all(np.isinf(chain_divergence(lambda a: np.full(len(a), np.inf), 3, ORDERS, 2.0)))
