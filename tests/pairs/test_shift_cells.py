from __future__ import annotations

import numpy as np
import pytest

from tightdp.errors import CannotAnswer
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.shift_cells import shift_cells


@pytest.mark.parametrize("noise", [GaussianNoise(0.8), LaplaceNoise(0.8)])
@pytest.mark.parametrize("shifts", [[1.0], [1.0, 2.0], [0.5, -0.5], [3.0, 30.0]])
def test_cells_hold_all_mass_and_their_means_lie_inside(noise: AbstractNoise, shifts: list[float]) -> None:
    cells = shift_cells(noise, np.array(shifts), 0.05)
    masses = np.exp(cells.log_base + cells.mean).sum(axis=1)
    assert float(np.exp(cells.log_base).sum()) == pytest.approx(1.0, abs=1e-12)
    assert masses == pytest.approx(np.ones(len(shifts)), abs=1e-12)
    assert bool(np.all((cells.low <= cells.mean) & (cells.mean <= cells.high)))
    assert list(cells.signs) == list(np.sign(shifts))


def test_near_the_shifts_a_cell_is_as_narrow_as_asked() -> None:
    cells = shift_cells(GaussianNoise(2.0), np.array([1.0]), 0.01)
    heavy = cells.log_base > -30.0
    assert float((cells.high - cells.low)[0, heavy].max()) <= 0.01
    cells = shift_cells(LaplaceNoise(2.0), np.array([1.0]), 0.01)
    assert float((cells.high - cells.low).max()) <= 0.01


def test_constant_ends_of_laplace_noise_are_cells_without_width() -> None:
    cells = shift_cells(LaplaceNoise(2.0), np.array([1.0]), 0.01)
    assert cells.high[0, 0] == cells.low[0, 0] == -0.5
    assert cells.high[0, -1] == cells.low[0, -1] == 0.5
    assert float(cells.revealed[0]) == 0.0


def test_too_little_noise_for_many_distances() -> None:
    with pytest.raises(CannotAnswer, match="the noise of one of them is too small against the largest distance"):
        shift_cells(GaussianNoise(0.001), np.array([1.0, 5.0]), 0.1)
