"""The law of a total loss by its lowest frequencies, where many steps leave no others."""

from __future__ import annotations

import numpy as np

from tightdp.numerics.waves import Waves
from tightdp.pld.tilted_sum import Laws, TiltedSum, Window, gathered
from tightdp.pld.wave_readout import WaveReadout

_UNIT = float(np.finfo(np.float64).eps)
# The higher frequencies are negligible if they are below e^-40 of the lowest.
_ENOUGH = 40.0


def wave_sum(laws: Laws, tilt: float, window: Window, reach: int) -> TiltedSum | None:
    """Compose grid laws of one spacing, each taken the given number of times.

    Parameters
    ----------
    laws
        Grid laws with their counts.
    tilt
        lambda >= 0.
    window
        Where to keep the result; its size costs nothing.
    reach
        How many frequencies are computed.

    Returns
    -------
    The sum, or None where the frequencies beyond are not proven to be negligible.
    """
    parts = gathered(laws, tilt, window)
    waves = Waves.neutral(window.size, reach)
    for (law, count), center in zip(parts.laws, parts.centers, strict=True):
        waves = waves.times(law.places - center, law.masses, count)
    if float(waves.decay.min()) < _ENOUGH:
        return None
    values = np.exp(waves.log)
    errors = np.abs(values) * np.expm1(np.minimum(waves.error + 4.0 * _UNIT, 700.0))
    spacing = laws[0][0].spacing
    readout = WaveReadout(parts.start, spacing, window.size, tilt, parts.first, values, errors, waves.beyond)
    return parts.finished(readout, window)
