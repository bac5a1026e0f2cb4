"""An upper side of the swapped pairs, from laws that were rounded up for the pairs themselves."""

from __future__ import annotations

import numpy as np

from tightdp.pld.curve import Curve
from tightdp.pld.grid_law import LOSS_ROUNDING, GridLaw
from tightdp.pld.pilot import PilotProgram
from tightdp.pld.saddle import Saddle
from tightdp.pld.tilted_sum import Laws
from tightdp.pld.wave_plan import wave_tilt, wave_window
from tightdp.pld.wave_sum import wave_sum


def swapped_law(law: GridLaw) -> GridLaw:
    """The law of ``-L`` under Q, for a law of L under P that was rounded up.

    What dominates (P, Q) at every order dominates, swapped, (Q, P), by ``d_swapped(eps) = 1 - e^eps + e^eps d(-eps)``.

    Parameters
    ----------
    law
        Rounded up, so that its losses lie a rounding above the grid's.
    """
    offset = law.offset - LOSS_ROUNDING
    losses = offset + law.places.astype(np.float64) * law.spacing
    masses = law.masses * np.exp(-losses)
    return GridLaw(-offset + LOSS_ROUNDING, law.spacing, -law.places, masses, law.q_infinite, law.infinite)


def swapped_side(laws: Laws, program: PilotProgram, saddle: Saddle) -> Curve | None:
    """The composed upper side by its low frequencies, or None where these do not suffice.

    Parameters
    ----------
    laws
        Grid laws of the pairs themselves, rounded up.
    program
        Pilots of the swapped pairs.
    saddle
        Where the query about them lies.
    """
    spacing = laws[0][0].spacing
    tilted = wave_tilt(program, saddle)
    found = wave_window(program, saddle, spacing, tilted)
    if found is None:
        return None
    window, reach = found
    total = wave_sum(tuple((swapped_law(law), count) for law, count in laws), tilted[0], window, reach)
    return None if total is None else Curve(total, "upper")
