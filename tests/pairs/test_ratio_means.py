from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.ratio_law import RatioLaw
from tightdp.pairs.ratio_means import mean_of, powered, product_of

COIN = RatioLaw(np.array([0.5, 1.5]), np.array([0.5, 0.5]), 0.0, 0.0, is_above=True)
LEAKY = RatioLaw(np.array([0.5]), np.array([0.8]), 0.2, 0.6, is_above=True)


def test_the_mean_of_two_coins() -> None:
    both = mean_of(COIN, 1, COIN, 1)
    assert both.ratios.tolist() == [0.5, 1.0, 1.0, 1.5]
    assert both.masses.tolist() == [0.25] * 4


def test_weights_follow_the_counts() -> None:
    both = mean_of(COIN, 3, COIN, 1)
    assert both.ratios.tolist() == [0.5, 0.75, 1.25, 1.5]


def test_infinite_ratios_average_and_no_ratio_needs_both() -> None:
    both = mean_of(LEAKY, 1, LEAKY, 1)
    assert both.revealed == pytest.approx(0.6)
    assert both.null == pytest.approx(0.04)
    assert sorted(set(both.ratios.tolist())) == [0.25, 0.5]


def test_products_multiply() -> None:
    both = product_of(COIN, COIN)
    assert both.ratios.tolist() == [0.25, 0.75, 0.75, 2.25]
    leaky = product_of(LEAKY, LEAKY)
    assert leaky.revealed == pytest.approx(0.84)
    assert leaky.null == pytest.approx(0.36)


def test_mass_whose_ratio_is_no_float_is_kept_above() -> None:
    """At ratios e^-800 and e^-600 the P-mass is below all floats, but Q has parts of 1e-87 there."""
    tail = 1e-87
    rare = RatioLaw(np.exp([-600.0, -200.0, 0.0]), np.array([tail, 0.5, 0.5]), 0.0, 0.5, is_above=True)
    assert product_of(rare, rare).null == pytest.approx(2.0 * tail, rel=1e-9, abs=0.0)
    none = RatioLaw(np.empty(0), np.empty(0), 1.0, 1.0, is_above=True)
    assert mean_of(none, 1, none, 1).null == 1.0
    assert mean_of(LEAKY, 1, LEAKY, 1).null == pytest.approx(0.04)


@pytest.mark.parametrize("times", [1, 2, 3, 6, 7])
def test_copies_are_joined_by_doubling(times: int) -> None:
    counted = powered(COIN, times, lambda one, a, _, b: RatioLaw(one.ratios, one.masses, a + b, 0.0, is_above=True))
    assert counted.null == (0.0 if times == 1 else times)


@pytest.mark.parametrize("is_above", [True, False])
def test_many_atoms_are_rounded(is_above: bool) -> None:
    losses = np.linspace(-1.0, 1.0, 401)
    masses = np.full(401, 1.0 / 401.0)
    law = RatioLaw(np.exp(losses) / np.exp(losses).mean(), masses, 0.0, 0.0, is_above)
    both = mean_of(law, 1, law, 1)
    square = 0.5 * ((law.ratios**2 * law.masses).sum() + 1.0)  # of the mean of two
    found = (both.ratios**2 * both.masses).sum()
    assert len(both.ratios) < 401**2
    assert found == pytest.approx(square, rel=1e-3)
    assert found >= square if is_above else found <= square
    assert (both.ratios * both.masses).sum() == pytest.approx(1.0)
