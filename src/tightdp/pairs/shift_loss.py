"""Loss of two mixtures of shifts of one noise law, and its inverse."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from tightdp.numerics.log_domain import amplify_loss, deamplify_loss
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import Array

_CHUNK = 1 << 21
# A weight from here on leaves too few digits for the other one.
_NEARLY_ONE = 1.0 - 1e-6


@dataclass(frozen=True, eq=False)
class Side:
    """One mixture ``sum_i w_i f(z - s_i)``: shifts ``(m,)`` and positive weights ``(m,)`` that sum to 1."""

    shifts: Array
    weights: Array

    @property
    def log_weights(self) -> Array:
        """``log w``, ``(m,)``."""
        return np.log(self.weights)

    def log_weight(self, at: int) -> float:
        """``log w_i`` from the other weights where those are small, since ``w_i`` itself is rounded near 1."""
        rest = float(np.delete(self.weights, at).sum())
        return math.log1p(-rest) if rest < 0.5 else math.log(float(self.weights[at]))

    def is_shift_from(self, origin: float) -> bool:
        """Whether every component but at most one sits at ``origin``."""
        return int(np.count_nonzero(self.shifts != origin)) <= 1

    def log_ratio(self, noise: AbstractNoise, z: Array) -> Array:
        """``log sum_i w_i f(z - s_i) / f(z)``, ``(n,)``, precise also where it is close to 0."""
        if len(self.shifts) == 1:
            return noise.log_ratio(z, self.shifts[0])
        moved = np.flatnonzero(self.shifts)
        if len(moved) == 1 and len(self.shifts) == 2 and self.weights[moved[0]] < _NEARLY_ONE:
            return amplify_loss(noise.log_ratio(z, self.shifts[moved[0]]), float(self.weights[moved[0]]))
        return self._sum(noise.log_ratio(z[None, :], self.shifts[:, None]))[0]

    def log_ratio_and_slope(self, noise: AbstractNoise, z: Array) -> tuple[Array, Array]:
        """:meth:`log_ratio` and its derivative in z, the mean excess score under the posterior of the component."""
        terms = noise.log_ratio(z[None, :], self.shifts[:, None])
        value, posterior = self._sum(terms)
        scores = noise.score(z) - noise.score(z[None, :] - self.shifts[:, None])
        mean: Array = (posterior * scores).sum(axis=0) / posterior.sum(axis=0)
        return value, mean

    def _sum(self, terms: Array) -> tuple[Array, Array]:
        """Logarithm of the weighted sum of the components, and their posterior up to a factor."""
        weighted = terms + self.log_weights[:, None]
        top = weighted.max(axis=0)
        posterior: Array = np.exp(weighted - top)
        far: Array = top + np.log(posterior.sum(axis=0))
        weights = self.weights[:, None]
        large = posterior * np.exp(np.minimum(top, 30.0)) - weights
        inner = np.where(terms < 30.0, weights * np.expm1(np.minimum(terms, 30.0)), large).sum(axis=0)
        near: Array = np.log1p(np.maximum(inner, -0.9))
        return np.where((top < 30.0) & (inner > -0.5), near, far), posterior


def loss_at(noise: AbstractNoise, above: Side, below: Side, z: Array) -> Array:
    """``log dP/dQ (z)`` in chunks of bounded memory, ``(n,)``."""
    size = max(1, _CHUNK // max(len(above.shifts), len(below.shifts)))
    parts = [
        above.log_ratio(noise, z[i : i + size]) - below.log_ratio(noise, z[i : i + size])
        for i in range(0, len(z), size)
    ]
    return np.concatenate(parts) if parts else np.empty(0)


def closed_inverse(noise: AbstractNoise, above: Side, below: Side, losses: Array) -> Array | None:
    """The z of each loss where one side is a plain f and the other moves one component; else None."""
    if len(below.shifts) == 1 and below.shifts[0] == 0.0 and above.is_shift_from(0.0):
        moved = int(np.argmax(above.shifts))
        ratio = deamplify_loss(losses, float(above.weights[moved]))
        return noise.invert_log_ratio(ratio, float(above.shifts[moved]))
    if len(above.shifts) == 1 and above.shifts[0] == 0.0 and below.is_shift_from(0.0):
        moved = int(np.argmin(below.shifts))
        ratio = deamplify_loss(-losses, float(below.weights[moved]))
        return -noise.invert_log_ratio(ratio, -float(below.shifts[moved]))
    return None


def z_nodes(noise: AbstractNoise, above: Side, below: Side, limit: int = 4000) -> Array:
    """Points in z between which the loss is smooth and close to linear, increasing, all components included."""
    shifts = np.unique(np.concatenate([above.shifts, below.shifts]))
    if not noise.is_smooth:
        per_gap = max(2, min(200, limit // max(len(shifts) - 1, 1)))
        inner: list[Array] = [np.linspace(a, b, per_gap, endpoint=False) for a, b in pairwise(shifts.tolist())]
        return np.concatenate([*inner, shifts[-1:]])
    low, high = shifts[0] - noise.reach, shifts[-1] + noise.reach
    count = int(min(limit, max(800, float(high - low) / (0.05 * noise.spread))))
    even: Array = np.linspace(float(low), float(high), count)
    return np.unique(np.concatenate([even, shifts[: limit // 4]]))


def numeric_inverse(noise: AbstractNoise, above: Side, below: Side, losses: Array, table: tuple[Array, Array]) -> Array:
    """The largest z with ``loss(z) <= l`` for each l, by bracketed Newton steps from a table, ``(n,)``."""
    out = np.empty(len(losses))
    size = max(1, _CHUNK // max(len(above.shifts), len(below.shifts)))
    for i in range(0, len(losses), size):
        out[i : i + size] = _newton(noise, above, below, losses[i : i + size], table)
    return out


def _newton(noise: AbstractNoise, above: Side, below: Side, losses: Array, table: tuple[Array, Array]) -> Array:
    table_z, table_l = table
    position = np.searchsorted(table_l, losses, side="right")
    where = np.flatnonzero((position > 0) & (position < len(table_l)))
    out = np.where(position == 0, -np.inf, np.inf)
    target, at = losses[where], position[where]
    low, high = table_z[at - 1], table_z[at]
    left, right = table_l[at - 1], table_l[at]
    z = low + (high - low) * np.clip((target - left) / np.maximum(right - left, 1e-300), 0.0, 1.0)
    active = np.arange(len(z))
    for _ in range(60):
        value, slope = above.log_ratio_and_slope(noise, z[active])
        other, other_slope = below.log_ratio_and_slope(noise, z[active])
        error = value - other - target[active]
        low[active] = np.where(error <= 0.0, z[active], low[active])
        high[active] = np.where(error > 0.0, z[active], high[active])
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            step = z[active] - error / (slope - other_slope)
        good = (step >= low[active]) & (step <= high[active])
        new = np.where(good, step, 0.5 * (low[active] + high[active]))
        moving = np.abs(new - z[active]) > 4e-16 * (np.abs(new) + noise.spread)
        z[active] = new
        active = active[moving]
        if len(active) == 0:
            break
    out[where] = z
    return out
