"""Mixtures of shifts of a law on the integers, as a table."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.errors import CannotAnswer
from tightdp.mechanisms.abstract_mechanism import Weights
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.shift_loss import Side, loss_at

Array = NDArray[np.float64]
_MOST_ATOMS = 5_000_000


@dataclass(frozen=True)
class IntegerLaw:
    """A symmetric law N on the integers.

    Parameters
    ----------
    noise
        A density with the same likelihood ratios as N at integer shifts.
    log_mass
        Logarithm of the mass of N at each integer, ``(n,) -> (n,)``.
    log_tail
        Logarithm of ``Pr[Z >= k]`` for integers k.
    reach
        Distance beyond all shifts from which on losses need not be told apart: the likelihood ratio is constant
        there, or the mass is below 1e-300.
    is_flat
        Whether the likelihood ratio is constant beyond all shifts; if not, the two ends count as revealed.
    """

    noise: AbstractNoise
    log_mass: Callable[[Array], Array]
    log_tail: Callable[[Array], Array]
    reach: int
    is_flat: bool


def integer_shift_pair(law: IntegerLaw, p: Weights, q: Weights, unit: int) -> Discrete:
    """``P = sum_i p_i N(i unit)`` against ``Q = sum_j q_j N(-j unit)`` for a law N on the integers.

    Parameters
    ----------
    law
        The law N.
    p, q
        Probabilities of i and of j changed records.
    unit
        Integer distance of one changed record.

    Raises
    ------
    CannotAnswer
        If the table would have more than five million atoms.
    """
    above, below = _side(p, unit), _side(q, -unit)
    first, last = int(below.shifts.min()) - law.reach, int(above.shifts.max()) + law.reach
    if last - first > _MOST_ATOMS:
        raise CannotAnswer(
            f"discrete noise on {last - first} integers",
            f"the table of losses is limited to {_MOST_ATOMS} atoms",
            "the continuous mechanism of the same scale, whose loss differs by far less than its rounding",
        )
    if first == last:
        return Discrete(np.zeros(1), np.zeros(1), np.zeros(1))
    z = np.arange(first, last + 1, dtype=np.float64)
    losses = np.maximum.accumulate(loss_at(law.noise, above, below, z))
    log_p, log_q = _log_mixture(law, above, z), _log_mixture(law, below, z)
    if law.is_flat:
        return Discrete.from_logs(losses, log_p, log_q)
    ends = {"p_infinite": max(math.exp(log_p[-1]), 1e-300), "q_infinite": max(math.exp(log_q[0]), 1e-300)}
    return Discrete.from_logs(losses[1:-1], log_p[1:-1], log_q[1:-1], **ends)


def _side(weights: Weights, unit: int) -> Side:
    values = np.asarray(weights, dtype=np.float64)
    index = np.flatnonzero(values > 0.0)
    return Side(index.astype(np.float64) * float(unit), values[index])


def _log_mixture(law: IntegerLaw, side: Side, z: Array) -> Array:
    rows = [w + law.log_mass(z - s) for s, w in zip(side.shifts, side.log_weights, strict=True)]
    out = rows[0] if len(rows) == 1 else log_sum(np.array(rows))
    out[0] = log_sum(side.log_weights + law.log_tail(side.shifts - z[0]))
    out[-1] = log_sum(side.log_weights + law.log_tail(z[-1] - side.shifts))
    return out


def gaussian_law(sigma: float) -> IntegerLaw:
    """``Pr[Z = z] = exp(-z^2 / (2 sigma^2)) / sum_k exp(-k^2 / (2 sigma^2))``.

    Parameters
    ----------
    sigma
        Scale of the discrete Gaussian law, > 0.
    """
    k = np.arange(1.0, math.ceil(9.0 * sigma) + 2.0)
    log_norm = math.log1p(2.0 * float(np.exp(-0.5 * (k / sigma) ** 2).sum()))
    reach = math.ceil(38.5 * sigma) + 1

    def log_mass(z: Array) -> Array:
        return -0.5 * (z / sigma) ** 2 - log_norm

    def log_tail(z: Array) -> Array:
        beyond = z[:, None] + np.arange(math.ceil(2.0 * sigma) + 2.0)
        return log_sum(log_mass(beyond), axis=1)

    return IntegerLaw(GaussianNoise(sigma), log_mass, log_tail, reach, is_flat=False)


def laplace_law(scale: float) -> IntegerLaw:
    """``Pr[Z = z] = exp(-|z| / b) tanh(1 / (2 b))``.

    Parameters
    ----------
    scale
        Scale b of the discrete Laplace law, > 0.
    """
    log_norm = math.log(math.tanh(0.5 / scale))

    def log_mass(z: Array) -> Array:
        return -np.abs(z) / scale + log_norm

    def log_tail(z: Array) -> Array:
        small = -np.where(z > 0.0, z, 1.0 - z) / scale - math.log1p(math.exp(-1.0 / scale))
        return np.where(z > 0.0, small, np.log1p(-np.exp(small)))

    return IntegerLaw(LaplaceNoise(scale), log_mass, log_tail, 0, is_flat=True)
