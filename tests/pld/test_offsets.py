"""Offsets: where the grid passes."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.mechanisms import RandomizedResponse
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import Lattice
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.grid_law import group_cells
from tightdp.pld.offsets import heavy_offsets, on_lattice, searched_offsets
from tightdp.pld.partition import even
from tightdp.pld.pilot import pilot_program
from tightdp.pld.rounding_down import round_down

RARE = ShiftMixture(GaussianNoise(0.8), (1.0 - 1e-4, 1e-4), (1.0,))
TABLE = RandomizedResponse(0.8).group_pair(1, "substitute")


def test_heavy_masses_and_atoms_are_found() -> None:
    program = pilot_program(((RARE, 10), (TABLE, 3)))
    found = heavy_offsets(program, 0.0, np.array([1e-3, 1e-3]))
    assert abs(found[0]) <= 2e-4
    assert abs(found[1]) == pytest.approx(math.log(4.0))


def test_the_offset_that_is_found_keeps_the_mean() -> None:
    """``E e^-L`` of the law rounded down exceeds 1 by what was given away, at most a hundredth more than elsewhere."""
    program, spacing = pilot_program(((RARE, 10),)), 1e-5
    found = float(searched_offsets(program, 0.0, np.array([spacing]))[0])

    def given(offset: float) -> float:
        law = round_down(group_cells(RARE, offset, spacing, even(offset, spacing, -2e-4, 3e-3)))
        return float((law.masses * np.expm1(-law.losses())).sum())

    tried = [given(offset) for offset in found + spacing * np.linspace(0.0, 3.0, 13)[1:-1]]
    assert given(found) <= min(tried) * 1.01


def test_spacing_divides_the_distance_of_shared_atoms() -> None:
    assert on_lattice((Lattice(0.0, 1.0), None), 0.3, 0.0) == pytest.approx(0.25)
    assert on_lattice((Lattice(0.0, 1.0), Lattice(0.0, 0.7)), 0.3, 0.0) == 0.3
    assert on_lattice((Lattice(0.0, 1e-3),), 0.3, 0.0) == 0.3
    assert on_lattice((None,), 0.3, 0.0) == 0.3
