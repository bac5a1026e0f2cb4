"""The Rényi sums of Gaussian mixtures on the integers."""

from __future__ import annotations

import math

import numpy as np

from tightdp.divergences.gaussian_points import sums_at_step
from tightdp.divergences.power_sums import PowerSums
from tightdp.pairs.pair import Array
from tightdp.pairs.shift_mixture import ShiftMixture

_ROUNDING = 1e-12


def integer_sums(mixture: ShiftMixture, orders: Array) -> PowerSums:
    """``sum over integers z of P(z)^a Q(z)^(1-a)``: the trapezoidal rule of step 1, divided by the mass of the noise.

    Parameters
    ----------
    mixture
        Mixtures of Gaussian densities at integer shifts.
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    """
    sums = sums_at_step(mixture, orders, 1.0)
    scale = mixture.noise.spread
    k = np.arange(1.0, math.ceil(9.0 * scale) + 2.0)
    mass = (1.0 + 2.0 * float(np.exp(-0.5 * (k / scale) ** 2).sum())) / (scale * math.sqrt(2.0 * math.pi))
    log_moment = sums.log_moment - math.log(mass)
    error = np.full(len(orders), _ROUNDING)
    return PowerSums(sums.excess / mass, log_moment, error, error * np.maximum(1.0, np.abs(log_moment)))
