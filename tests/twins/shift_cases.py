"""Which mixtures of shifts the twins are asked about, and at which losses."""

from __future__ import annotations

from math import comb
from typing import Literal, NamedTuple

import numpy as np
from mpmath import mpf

from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.shift_mixture import ShiftMixture
from twins.shift_pairs import ShiftTwin


class ShiftCase(NamedTuple):
    """Bin(K-, rate) removed against Bin(K+, rate) inserted records."""

    noise: Literal["gaussian", "laplace"]
    scale: float
    removed: int
    inserted: int
    rate: float

    @property
    def pair(self) -> ShiftMixture:
        noise = GaussianNoise(self.scale) if self.noise == "gaussian" else LaplaceNoise(self.scale)
        return ShiftMixture(noise, binomial(self.removed, self.rate), binomial(self.inserted, self.rate))

    @property
    def twin(self) -> ShiftTwin:
        return ShiftTwin(self.noise, self.scale, binomial(self.removed, self.rate), binomial(self.inserted, self.rate))

    def losses(self) -> list[float]:
        """Losses from deep in one tail to deep in the other, between and at the shifts."""
        twin = self.twin
        first, last = (float(x) for x in twin.ends)
        inner = np.linspace(first, last, 6).tolist()
        if self.noise == "laplace":
            z = [*inner[1:-1], *(np.array(inner[:-1]) + (last - first) / 17).tolist()]
        else:
            far = np.array([0.7, 4.0, 15.0, 36.0]) * self.scale
            z = [*(first - far).tolist(), *inner, *(last + far).tolist()]
        inside = self.pair.support
        found = {float(twin.loss(mpf(x))) for x in z}
        return sorted(loss for loss in found if inside.lowest < loss < inside.highest)


def binomial(count: int, rate: float) -> tuple[float, ...]:
    """``Bin(count, rate)``."""
    return tuple(comb(count, i) * rate**i * (1.0 - rate) ** (count - i) for i in range(count + 1))


def named(*rows: tuple[float, int, int, float]) -> list[ShiftCase]:
    """Each row (scale, K-, K+, rate) with both kinds of noise."""
    return [ShiftCase(noise, *row) for row in rows for noise in ("gaussian", "laplace")]


USUAL = named(
    (1.0, 1, 0, 1.0),
    (1.0, 1, 0, 0.01),
    (1.0, 0, 1, 0.01),
    (0.3, 1, 1, 0.3),
    (2.0, 2, 1, 0.2),
    (0.05, 1, 0, 1.0),
    (0.05, 3, 0, 0.01),
    (1e-3, 1, 0, 1e-3),
    (1e-3, 2, 2, 0.3),
    (1000.0, 1, 0, 1e-6),
    (1000.0, 2, 1, 1e-6),
    (30.0, 0, 4, 0.9),
)
THOROUGH = [
    ShiftCase("gaussian", 20.0, 60, 60, 0.01),
    *named(
        *(
            (scale, removed, inserted, rate)
            for scale in (1e-3, 0.05, 0.5, 5.0, 1000.0)
            for removed, inserted in ((1, 0), (0, 1), (4, 0), (0, 3), (3, 2), (8, 8), (16, 3))
            for rate in (1e-6, 1e-3, 0.1, 0.999)
        )
    ),
]
