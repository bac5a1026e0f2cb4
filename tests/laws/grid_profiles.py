"""The profile of a law on a grid, summed as it is written."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from tightdp.pld.grid_law import GridLaw


def grid_profile(law: GridLaw, epsilons: NDArray[np.float64]) -> NDArray[np.float64]:
    """``infinite + sum over loss > eps of p (1 - e^(eps - loss))``."""
    gaps = np.minimum(epsilons[:, None] - law.losses()[None, :], 0.0)
    return law.infinite + (law.masses * -np.expm1(gaps)).sum(axis=1)
