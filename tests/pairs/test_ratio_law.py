from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.ratio_law import CUT, RatioLaw


@pytest.mark.parametrize("is_above", [True, False])
def test_ratios_next_to_one_are_rounded_to_the_safe_side(is_above: bool) -> None:
    """Floats next to 1 are 2e-16 apart, so a loss of 1e-15 is not known any better."""
    truth = np.array([-1e-15, 1e-15])
    masses = np.array([0.5, 0.5])
    pair = RatioLaw(np.exp(truth), masses, 0.0, 0.0, is_above).pair()
    distance = np.abs(pair.losses)
    assert np.all(distance > 1e-15) if is_above else np.all(distance == 0.0)


def test_the_width_is_a_deviation() -> None:
    law = RatioLaw(np.array([0.9, 1.1]), np.array([0.5, 0.5]), 0.0, 0.0, is_above=True)
    assert law.width == pytest.approx(0.125)
    assert RatioLaw(np.empty(0), np.empty(0), 1.0, 1.0, is_above=True).width == 2.5


@pytest.mark.parametrize("is_above", [True, False])
def test_far_atoms_are_cut_to_the_safe_side(is_above: bool) -> None:
    few = 0.1 * CUT
    ratios, masses = np.array([1e-3, 0.5, 2.0, 4.0]), np.array([few, 0.5, 0.375, few])
    law = RatioLaw(ratios, masses, 0.125, 0.0, is_above).trimmed()
    assert len(law.ratios) == 2
    assert law.masses.sum() + law.null == pytest.approx(1.0)
    assert law.revealed == (pytest.approx(2.0 * few, rel=1e-9, abs=0.0) if is_above else 0.0)
    assert law.trimmed() is law


def test_an_empty_law_stays_empty() -> None:
    law = RatioLaw(np.empty(0), np.empty(0), 1.0, 1.0, is_above=True)
    assert law.trimmed() is law
    assert law.pair().p_infinite == 1.0
