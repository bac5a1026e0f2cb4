from __future__ import annotations

import numpy as np
import pytest

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.ratio_law import CUT, RatioLaw, law_of_table

EPSILONS = np.array([-2.0, -0.3, 0.0, 0.4, 1.0, 3.0])
TABLE = Discrete.from_masses([0.1, 0.5, 0.3, 0.1, 0.0], [0.4, 0.3, 0.2, 0.0, 0.1])


@pytest.mark.parametrize("is_above", [True, False])
def test_a_table_and_back(is_above: bool) -> None:
    law = law_of_table(TABLE, is_above=is_above)
    assert (law.masses * law.ratios).sum() + law.revealed == pytest.approx(1.0)
    assert law.masses.sum() + law.null == pytest.approx(1.0)
    before, after = TABLE.hockey_stick(EPSILONS), law.pair().hockey_stick(EPSILONS)
    assert after == pytest.approx(before, rel=1e-9)
    assert np.all(after >= before) if is_above else np.all(after <= before)


def test_no_ratio_is_among_the_atoms_if_asked() -> None:
    ratios, masses = law_of_table(TABLE, is_above=True).with_null()
    assert ratios[0] == 0.0
    assert masses[0] == pytest.approx(0.1)
    plain = RatioLaw(np.ones(1), np.ones(1), 0.0, 0.0, is_above=True)
    assert plain.with_null()[0].tolist() == [1.0]


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
