"""Powers of characteristic functions at a few low frequencies, of laws on scattered places of a large cyclic group."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.fft import rfft

from tightdp.numerics.spectrum import ComplexArray, powered

Array = NDArray[np.float64]

_UNIT = float(np.finfo(np.float64).eps)
# Rounding of a pairwise sum and of its sines, doubled a dozen times, in units of the sum of the moduli of its terms.
_SUM = 40.0 * _UNIT
_CHUNK = 1 << 19
# Where hardly any mass lies near the mean, as between two atoms, the heaviest place is the middle.
_NEAR, _HARDLY = 8, 0.02
# Neighbouring bands of frequencies differ by this factor.
_BAND = 1.2
# Share of the mass that bounds the modulus at high frequencies, and the largest distance of it.
_CORE = 0.98
_MOST_CORE = 1 << 12
# Two atoms far apart align again at high frequencies, where a finer transform tells how much lies between them.
_WIDE_CORE = 256


@dataclass(frozen=True, eq=False)
class Waves:
    """The lowest frequencies of a product of characteristic functions, and a bound on all others.

    Parameters
    ----------
    size
        n, the length of the cyclic group; it costs nothing.
    log
        Complex logarithm at the frequencies ``2 pi k / n``, ``(reach,)``.
    error
        The true value lies within ``|e^log| (e^error - 1)`` of the computed one, ``(reach,)``.
    decay
        Lower bounds of minus the logarithm of the modulus on bands that cover all higher frequencies up to pi.
    """

    size: int
    log: ComplexArray
    error: Array
    decay: Array

    @classmethod
    def neutral(cls, size: int, reach: int) -> Waves:
        """The transform of the law that is 0 for sure."""
        return cls(size, np.zeros(reach, dtype=np.complex128), np.zeros(reach), np.zeros(len(_bands(size, reach)) - 1))

    @property
    def beyond(self) -> float:
        """Bound on the modulus at every frequency that is left out."""
        return math.exp(-float(self.decay.min()))

    def times(self, places: NDArray[np.int64], masses: Array, count: int) -> Waves:
        """The product with the ``count``-th power of the transform of a law.

        ``phi - 1`` is summed from ``-2 sin^2(y / 2) - i sin y``, so that its error is relative to itself and stays far
        below ``1 / count``.

        Parameters
        ----------
        places
            Increasing or not; near 0 where most mass is, ``(m,)``.
        masses
            Nonnegative, summing to 1, ``(m,)``.
        count
            How many times the law is convolved with itself.
        """
        reach = len(self.log)
        excess = np.zeros(reach, dtype=np.complex128)
        at = places.astype(np.float64)
        columns = max(1, _CHUNK // reach)
        for start in range(0, len(at), columns):
            part = slice(start, start + columns)
            sine, cosine = _half_angles(math.pi / self.size * at[part], reach)
            product = masses[part] * sine
            excess -= 2.0 * ((product * sine).sum(axis=1) + 1j * (product * cosine).sum(axis=1))
        turned = np.arange(reach, dtype=np.float64) * (2.0 * math.pi / self.size * float((masses * np.abs(at)).sum()))
        error: Array = _SUM * (np.abs(np.real(excess)) + turned)
        log, wrong = powered(excess, error, count)
        decay = self.decay + count * _decay(places, masses, _bands(self.size, reach))
        return Waves(self.size, self.log + log, self.error + wrong, decay)


def _half_angles(angles: Array, reach: int) -> tuple[Array, Array]:
    """Sines and cosines of ``k`` times each angle, ``(reach, n)``: of odd k as they are, of even k by doubling."""
    sine, cosine = np.zeros((reach, len(angles))), np.ones((reach, len(angles)))
    half = np.outer(np.arange(1, reach, 2, dtype=np.float64), angles)
    sine[1::2], cosine[1::2] = np.sin(half), np.cos(half)
    step = 2
    while step < reach:
        before = slice(step // 2, (reach + 1) // 2, step)
        s, c = sine[before], cosine[before]
        sine[step :: 2 * step], cosine[step :: 2 * step] = 2.0 * s * c, 1.0 - 2.0 * s * s
        step *= 2
    return sine, cosine


@lru_cache(maxsize=64)
def _bands(size: int, reach: int) -> Array:
    """Edges of bands between the first frequency left out and pi."""
    first = min(2.0 * math.pi * reach / size, math.pi)
    number = max(1, math.ceil(math.log(math.pi / first) / math.log(_BAND)))
    return np.geomspace(first, math.pi, number + 1)


def _decay(places: NDArray[np.int64], masses: Array, bands: Array) -> Array:
    """Lower bounds of ``-log |phi|`` on each band, ``(bands,)``; moving all places changes nothing of it."""
    if float(masses[np.abs(places) <= _NEAR].sum()) < _HARDLY:
        places = places - places[int(np.argmax(masses))]
    at = np.abs(places)
    order = np.argsort(at, kind="stable")
    places, masses, at = places[order], masses[order], at[order]
    lost = _lost_near(places.astype(np.float64), at, masses, bands)
    largest = np.minimum(_largest_core(places, at, masses, bands), np.sqrt(1.0 - lost))
    return -np.log(np.clip(largest, 1e-300, 1.0)) * (1.0 - 1e-9)


def _lost_near(x: Array, at: NDArray[np.int64], masses: Array, bands: Array) -> Array:
    """Lower bounds of ``1 - |phi|^2 = sum over pairs m_j m_k (1 - cos((x_j - x_k) t))``, of which any may be left out.

    Masses within ``pi / (2 t)`` of 0 give ``(4 t^2 / pi^2) (M0 M2 - M1^2)``, with their moments, since ``1 - cos u >=
    2 u^2 / pi^2`` up to pi.
    """
    low, high = bands[:-1], bands[1:]
    kept = np.searchsorted(at, math.pi / (2.0 * high), side="right")
    zeroth, first, second = (np.concatenate([[0.0], np.cumsum(masses * x**i)])[kept] for i in range(3))
    spread = np.maximum(zeroth * second * (1.0 - 1e-9) - first * first, 0.0)
    return np.minimum(4.0 / math.pi**2 * low**2 * spread * (1.0 - 1e-9), 1.0)


def _largest_core(places: NDArray[np.int64], at: NDArray[np.int64], masses: Array, bands: Array) -> Array:
    """Upper bounds of ``|phi|`` on each band: most of the mass by a fine transform and its slope, the rest as it is."""
    inside = int(np.searchsorted(np.cumsum(masses), _CORE))
    radius = min(max(int(at[min(inside, len(at) - 1)]), 8), _MOST_CORE)
    number = int(np.searchsorted(at, radius, side="right"))
    core, mass = places[:number] + radius, masses[:number]
    dense = np.bincount(core, weights=mass, minlength=2 * radius + 1)
    finer = 8 if radius <= _WIDE_CORE else 32
    size = max(512, 1 << (finer * radius).bit_length())
    moduli = np.abs(rfft(dense, size))
    step = 2.0 * math.pi / size
    mean = float((mass * core).sum()) / max(float(mass.sum()), 1e-300)
    slope = float((mass * np.abs(core - mean)).sum())
    low = np.maximum((bands[:-1] / step).astype(np.int64), 0)
    high = np.minimum(np.ceil(bands[1:] / step).astype(np.int64), len(moduli) - 1)
    # An index may not pass the last value, so that the last band's end is looked at on its own.
    pairs = np.minimum(np.stack([low, high + 1], axis=1).ravel(), len(moduli) - 1)
    largest = np.maximum(np.maximum.reduceat(moduli, pairs)[::2], moduli[high])
    rest = max(1.0 - float(mass.sum()), 0.0)
    return largest + 0.5 * slope * step + rest + 1e-12
