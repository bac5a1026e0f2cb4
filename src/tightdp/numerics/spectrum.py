"""Powers of a probability vector under cyclic convolution, with a bound on the rounding error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
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
# Logarithm of the smallest modulus that is told from 0.
_LEAST = -690.0


@dataclass(frozen=True, eq=False)
class LogSpectrum:
    """Logarithm of a characteristic function at the lowest frequencies, and a bound on its error.

    The frequencies that are left out have modulus below e^-80, as computed; factors only make them smaller.

    Parameters
    ----------
    size
        n, the length of the cyclic group.
    log
        Complex logarithm, ``(reach,)`` with ``reach <= n // 2 + 1``.
    error
        The true value lies within ``|e^log| (e^error - 1)`` of the computed one, ``(reach,)``.
    left_out
        Bound on the sum of the moduli of the frequencies that were left out.
    """

    size: int
    log: ComplexArray
    error: Array
    left_out: float = 0.0

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
        kept = _kept(self.log.real + count * log_size)
        left_out = self.left_out + self._beyond(kept, log_size, error, count)
        log, wrong = powered(excess[:kept], error[:kept], count)
        return LogSpectrum(self.size, self.log[:kept] + log, self.error[:kept] + wrong, left_out)

    def _beyond(self, kept: int, log_size: Array, error: Array, count: int) -> float:
        """Bound on the sum of the moduli from frequency ``kept`` on: their number times the largest they may have."""
        number = len(log_size) - kept
        if number == 0:
            return 0.0
        factor = np.log(np.exp(log_size[kept:].max()) + error[kept:].max())
        largest = (self.log.real[kept:] + self.error[kept:]).max() + count * factor
        return number * float(_modulus(largest))


def powered(excess: ComplexArray, error: Array, count: int) -> tuple[ComplexArray, Array]:
    """Logarithm of ``(1 + excess)^count``, and a bound on its error.

    Parameters
    ----------
    excess
        ``phi - 1``, ``(n,)``.
    error
        Bound on the absolute error of each, ``(n,)``.
    count
        The power.
    """
    log_size = _log_modulus(excess)
    log = log_size + 1j * np.arctan2(np.imag(excess), 1.0 + np.real(excess))
    wrong = np.log1p(error * np.exp(-log_size)) + 4.0 * _UNIT * np.abs(log)
    return count * log, count * wrong


def _kept(log_modulus: Array) -> int:
    """One more than the last frequency that is not negligible."""
    alive = np.flatnonzero(log_modulus > _NEGLIGIBLE)
    return int(alive[-1]) + 1 if len(alive) else 1


def _modulus(log: ArrayLike) -> Array:
    """``e^log``, at most 1 as every characteristic function."""
    return np.exp(np.minimum(log, 0.0))


def _log_modulus(excess: ComplexArray) -> Array:
    """``log |1 + excess|``: from the excess where that is small, from the sum where it nearly cancels."""
    real, imaginary = np.real(excess), np.imag(excess)
    square = 2.0 * real + real * real + imaginary * imaginary
    with np.errstate(divide="ignore"):
        plain = np.log(np.hypot(1.0 + real, imaginary))
    near = np.log1p(np.where(square < -0.5, 0.0, square))
    return np.where(square < -0.5, np.maximum(plain, _LEAST), 0.5 * near)


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
    spoiled = _modulus(np.real(spectrum.log) + spectrum.error + 4.0 * _UNIT) - magnitude
    error = float((np.maximum(spoiled, 0.0) + _levels(size) * magnitude).sum()) + spectrum.left_out
    return np.maximum(irfft(values, size), 0.0), 2.0 / size * error
