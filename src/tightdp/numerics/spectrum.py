"""Powers of a probability vector under cyclic convolution, with a bound on the rounding error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft

from tightdp.numerics.transform import lowest_frequencies

Array = NDArray[np.float64]
ComplexArray = NDArray[np.complex128]

_UNIT = float(np.finfo(np.float64).eps)
# Growth of the error in one butterfly level of the transform, generously.
_LEVEL = 4.0
# Frequencies at which the product has fallen below e^-80 are left out.
_NEGLIGIBLE = -80.0
# From this many repetitions on the precise form of phi - 1 is worth a second transform.
_MANY = 1000


@dataclass(frozen=True, eq=False)
class LogSpectrum:
    """Logarithm of a characteristic function at the lowest frequencies, and a bound on its absolute error.

    The frequencies that are left out have modulus below e^-80; factors only make them smaller.

    Parameters
    ----------
    size
        n, the length of the cyclic group.
    log
        Complex logarithm, ``(reach,)`` with ``reach <= n // 2 + 1``.
    error
        Bound on the absolute error of ``log``, ``(reach,)``.
    """

    size: int
    log: ComplexArray
    error: Array

    @classmethod
    def neutral(cls, size: int) -> LogSpectrum:
        """The spectrum of the law that is 0 for sure."""
        half = size // 2 + 1
        return cls(size, np.zeros(half, dtype=np.complex128), np.zeros(half))

    @property
    def reach(self) -> int:
        """How many frequencies are kept."""
        return len(self.log)

    def times(self, masses: Array, first: int, count: int) -> LogSpectrum:
        """The spectrum times the ``count``-th power of the transform phi of a law on the integers.

        With ``d = e^(-i theta) - 1`` and two summations by parts ``phi - 1 = mean d + d^2 U``, where U is the transform
        of the twice summed tails. At the low frequencies that survive a large power both terms are small, so that the
        error of ``phi - 1`` stays far below ``1 / count``; at the others ``phi - 1`` is transformed as it is.

        Parameters
        ----------
        masses
            Nonnegative, summing to 1, ``(m,)``.
        first
            The integer of the first mass; the mean should be near 0.
        count
            How many times the law is convolved with itself.
        """
        excess, error = _plain_excess(masses, first, self.size, self.reach)
        if count >= _MANY and first <= 0 < first + len(masses):
            precise, precise_error = _summed_excess(masses, first, self.size, self.reach)
            better = precise_error < error
            excess, error = np.where(better, precise, excess), np.where(better, precise_error, error)
        log_size = _log_modulus(excess)
        kept = self._kept(self.log.real + count * log_size)
        excess, error, log_size = excess[:kept], error[:kept], log_size[:kept]
        angle = np.arctan2(np.imag(excess), 1.0 + np.real(excess))
        log = np.maximum(log_size, -1e300) + 1j * angle
        relative = error * np.exp(-np.maximum(log_size, -600.0)) + 4.0 * _UNIT * np.minimum(np.abs(log), 1e3)
        return LogSpectrum(self.size, self.log[:kept] + count * log, self.error[:kept] + count * relative)

    def _kept(self, log_modulus: Array) -> int:
        """One more than the last frequency that is not negligible."""
        alive = np.flatnonzero(log_modulus > _NEGLIGIBLE)
        return int(alive[-1]) + 1 if len(alive) else 1


def _log_modulus(excess: ComplexArray) -> Array:
    real, imaginary = np.real(excess), np.imag(excess)
    square = 2.0 * real + real * real + imaginary * imaginary
    with np.errstate(divide="ignore"):
        return 0.5 * np.log1p(np.maximum(square, -1.0))


def _levels(size: int) -> float:
    return _LEVEL * _UNIT * float(np.log2(size + 1.0))


def _plain_excess(masses: Array, first: int, size: int, reach: int) -> tuple[ComplexArray, Array]:
    moved = masses
    if first <= 0 < first + len(masses):
        moved = masses.copy()
        moved[-first] -= 1.0
    excess = lowest_frequencies(moved, first, size, reach) - (0.0 if moved is not masses else 1.0)
    error = _levels(size) * (float(np.abs(moved).sum()) + _UNIT)
    return excess, np.full(reach, error)


def _summed_excess(masses: Array, first: int, size: int, reach: int) -> tuple[ComplexArray, Array]:
    once = _tails(masses, first)
    twice = _tails(once, first)
    mean = float(once.sum())
    angle = 2.0 * np.pi / size * np.arange(reach, dtype=np.float64)
    step = -2.0 * np.sin(0.5 * angle) ** 2 - 1j * np.sin(angle)
    excess = mean * step + step * step * lowest_frequencies(twice, first, size, reach)
    error = np.abs(step) ** 2 * _levels(size) * (float(np.abs(twice).sum()) + _UNIT)
    return excess, error + 8.0 * _UNIT * (np.abs(step) * abs(mean) + np.abs(excess))


def _tails(values: Array, first: int) -> Array:
    """``sum of later values`` at integers >= 0 and ``-sum of this and earlier values`` below 0."""
    zero = -first
    out = np.empty(len(values))
    later = np.cumsum(values[zero:][::-1])[::-1]
    out[zero:] = np.append(later[1:], 0.0)
    out[:zero] = -np.cumsum(values[:zero])
    return out


def invert(spectrum: LogSpectrum) -> tuple[Array, float]:
    """The probability vector of a log spectrum, and a bound on the absolute error of each entry.

    Parameters
    ----------
    spectrum
        The product of all factors.

    Returns
    -------
    Masses ``(n,)``, negative ones set to 0, and the bound.
    """
    size = spectrum.size
    values = np.zeros(size // 2 + 1, dtype=np.complex128)
    values[: spectrum.reach] = np.exp(spectrum.log)
    magnitude = np.abs(values[: spectrum.reach])
    spoiled = magnitude * np.expm1(np.minimum(spectrum.error + 4.0 * _UNIT, 50.0))
    error = (2.0 / size) * float((spoiled + _levels(size) * magnitude).sum())
    return np.maximum(irfft(values, size), 0.0), error + float(np.exp(_NEGLIGIBLE))
