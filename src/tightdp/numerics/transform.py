"""The lowest frequencies of a sequence on a cyclic group."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy.fft import fft, ifft, next_fast_len, rfft

Array = NDArray[np.float64]
ComplexArray = NDArray[np.complex128]


def lowest_frequencies(values: Array, first: int, size: int, reach: int) -> ComplexArray:
    """``X_k = sum_j x_j e^(-2 pi i j k / n)`` for ``k < reach``, by a full transform or by Bluestein's chirp.

    Parameters
    ----------
    values
        x, ``(m,)``.
    first
        The integer j of the first value; values wrap around modulo n.
    size
        n, the length of the cyclic group.
    reach
        How many frequencies are wanted, at most ``n // 2 + 1``.
    """
    if 12 * reach > size or len(values) + reach > size // 2:
        return np.asarray(rfft(folded(values, first, size)), dtype=np.complex128)[:reach]
    j = np.arange(len(values), dtype=np.int64)
    k = np.arange(reach, dtype=np.int64)
    length = int(next_fast_len(len(values) + reach - 1))
    kernel = np.zeros(length, dtype=np.complex128)
    kernel[:reach] = _chirp(k, size).conj()
    kernel[length - len(values) + 1 :] = _chirp(j[1:], size).conj()[::-1]
    signal = np.zeros(length, dtype=np.complex128)
    signal[: len(values)] = values * _chirp(j, size)
    product = np.asarray(ifft(np.asarray(fft(signal)) * np.asarray(fft(kernel))), dtype=np.complex128)
    turned = (first % size) * k % size
    return product[:reach] * _chirp(k, size) * np.exp(-2j * np.pi / size * turned)


def folded(values: Array, first: int, size: int) -> Array:
    """Sums over residues modulo ``size``, the residue of the integer 0 first, ``(size,)``.

    Parameters
    ----------
    values
        Consecutive values, ``(m,)``.
    first
        The integer of the first value.
    size
        The modulus.
    """
    out = np.zeros(size)
    at = first % size
    for start in range(0, len(values), size):
        part = values[start : start + size]
        head = min(len(part), size - at)
        out[at : at + head] += part[:head]
        out[: len(part) - head] += part[head:]
    return out


def _chirp(index: NDArray[np.int64], size: int) -> ComplexArray:
    """``e^(-i pi j^2 / n)`` with the square reduced modulo 2 n exactly."""
    return np.exp(-1j * np.pi / size * (index * index % (2 * size)))
