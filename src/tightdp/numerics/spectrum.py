"""Powers of a probability vector under cyclic convolution, with a bound on the rounding error."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.fft import irfft, rfft

Array = NDArray[np.float64]
ComplexArray = NDArray[np.complex128]

_UNIT = float(np.finfo(np.float64).eps)
# Growth of the error in one butterfly level of the transform, generously.
_LEVEL = 4.0


@dataclass(frozen=True, eq=False)
class LogSpectrum:
    """Logarithm of a characteristic function on n frequencies, and a bound on its absolute error.

    Parameters
    ----------
    size
        n, the length of the cyclic group.
    log
        Complex logarithm, ``(n // 2 + 1,)``.
    error
        Bound on the absolute error of ``log``, ``(n // 2 + 1,)``.
    """

    size: int
    log: ComplexArray
    error: Array

    @classmethod
    def neutral(cls, size: int) -> LogSpectrum:
        """The spectrum of the law that is 0 for sure."""
        half = size // 2 + 1
        return cls(size, np.zeros(half, dtype=np.complex128), np.zeros(half))


def log_spectrum(masses: Array, first: int, size: int, count: int) -> LogSpectrum:
    """``count`` times the logarithm of the transform phi of a law on the integers, on a cyclic group.

    With ``d = e^(-i theta) - 1`` and two summations by parts ``phi - 1 = mean d + d^2 U``, where U is the transform of
    the twice summed tails. At the low frequencies that survive a large power both terms are small, so that the error of
    ``phi - 1`` stays far below ``1 / count``; at the others ``phi - 1`` is transformed as it is.

    Parameters
    ----------
    masses
        Nonnegative, summing to 1, ``(m,)``.
    first
        The integer of the first mass; the mean should be near 0.
    size
        n, the length of the cyclic group.
    count
        How many times the law is convolved with itself.
    """
    excess, error = _plain_excess(masses, first, size)
    if count > 1 and first <= 0 <= first + len(masses):
        angle = 2.0 * np.pi / size * np.arange(size // 2 + 1, dtype=np.float64)
        precise, precise_error = _summed_excess(masses, first, size, angle)
        better = precise_error < error
        excess, error = np.where(better, precise, excess), np.where(better, precise_error, error)
    real, imaginary = np.real(excess), np.imag(excess)
    square = 2.0 * real + real * real + imaginary * imaginary
    with np.errstate(divide="ignore"):
        log_size = 0.5 * np.log1p(np.maximum(square, -1.0))
    log = log_size + 1j * np.arctan2(imaginary, 1.0 + real)
    log = np.where(np.isfinite(log_size), log, -1e300 + 0j)
    relative = error * np.exp(-np.maximum(log_size, -600.0)) + 4.0 * _UNIT * np.minimum(np.abs(log), 1e3)
    return LogSpectrum(size, count * log, count * relative)


def _levels(size: int) -> float:
    return _LEVEL * _UNIT * float(np.log2(size + 1.0))


def _plain_excess(masses: Array, first: int, size: int) -> tuple[ComplexArray, Array]:
    folded = _fold(masses, first, size)
    folded[0] -= 1.0
    error = _levels(size) * (float(np.abs(folded).sum()) + _UNIT)
    return np.asarray(rfft(folded), dtype=np.complex128), np.full(size // 2 + 1, error)


def _summed_excess(masses: Array, first: int, size: int, angle: Array) -> tuple[ComplexArray, Array]:
    once = _tails(masses, first)
    twice = _tails(once, first)
    mean = float(once.sum())
    step = -2.0 * np.sin(0.5 * angle) ** 2 - 1j * np.sin(angle)
    transform = np.asarray(rfft(_fold(twice, first, size)), dtype=np.complex128)
    excess = mean * step + step * step * transform
    error = np.abs(step) ** 2 * _levels(size) * (float(np.abs(twice).sum()) + _UNIT)
    return excess, error + 8.0 * _UNIT * (np.abs(step) * abs(mean) + np.abs(excess))


def _tails(values: Array, first: int) -> Array:
    """``sum of later values`` at integers >= 0 and ``-sum of this and earlier values`` below 0."""
    zero = -first
    out = np.empty(len(values))
    later = np.cumsum(values[zero:][::-1])[::-1]
    out[zero:] = np.append(later[1:], 0.0) if len(later) else later
    out[:zero] = -np.cumsum(values[:zero])
    return out


def _fold(values: Array, first: int, size: int) -> Array:
    """Sums over residues modulo ``size``, the residue of the integer 0 first."""
    rows = -(-len(values) // size)
    padded = np.zeros(rows * size)
    padded[: len(values)] = values
    return np.roll(padded.reshape(rows, size).sum(axis=0), first % size)


def add(first: LogSpectrum, second: LogSpectrum) -> LogSpectrum:
    """The logarithm of the product of two transforms of one size."""
    return LogSpectrum(first.size, first.log + second.log, first.error + second.error)


def invert(spectrum: LogSpectrum) -> tuple[Array, float]:
    """The probability vector of a log spectrum, and a bound on the absolute error of each entry.

    Parameters
    ----------
    spectrum
        Sum of the log spectra of all factors.

    Returns
    -------
    Masses ``(n,)``, negative ones set to 0, and the bound.
    """
    size = spectrum.size
    values = np.exp(spectrum.log)
    magnitude = np.abs(values)
    spoiled = magnitude * np.expm1(np.minimum(spectrum.error + 4.0 * _UNIT, 50.0))
    levels = _LEVEL * _UNIT * np.log2(size + 1.0)
    error = (2.0 / size) * float((spoiled + levels * magnitude).sum())
    return np.maximum(irfft(values, size), 0.0), error
