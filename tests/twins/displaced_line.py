"""Moments of the loss of two mixtures of Gaussian shifts, by a trapezoidal sum in the complex plane."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray
from scipy.special import erfc

Array = NDArray[np.float64]
ComplexArray = NDArray[np.complexfloating]
Shifts = tuple[tuple[float, float], ...]

_NEGLIGIBLE = 75.0


@dataclass(frozen=True)
class MixtureStep:
    """``P = sum w N(a, scale^2)`` for ``(a, w)`` in p, Q likewise; taken ``count`` times."""

    p: Shifts
    q: Shifts
    scale: float
    count: int

    @property
    def sign(self) -> float:
        """Where on the line the loss is large: 1 on the right, -1 on the left."""
        return 1.0 if sum(a * w for a, w in self.p) >= sum(a * w for a, w in self.q) else -1.0

    @property
    def aside(self) -> float:
        """How far a line may be displaced: well before the branch points of the loss."""
        farthest = max(abs(a) for a, _ in (*self.p, *self.q))
        return min(0.8 * self.scale, 0.4 * math.pi * self.scale**2 / max(farthest, 1e-300))

    def last(self, mass: float) -> float:
        """The point beyond which, on the side of the large losses, P has only this mass, by bisection."""
        shifts = [a for a, _ in self.p]
        low, high = min(shifts) - 60.0 * self.scale, max(shifts) + 60.0 * self.scale
        for _ in range(60):
            middle = 0.5 * (low + high)
            beyond = sum(w * math.erfc(self.sign * (middle - a) / self.scale / math.sqrt(2.0)) / 2.0 for a, w in self.p)
            low, high = (middle, high) if (beyond > mass) == (self.sign > 0.0) else (low, middle)
        return 0.5 * (low + high)


@dataclass(frozen=True, eq=False)
class Line:
    """P-density times spacing (its logarithm) and loss at points of a line; what lies beyond a cut has faded out."""

    log_p: ComplexArray
    losses: ComplexArray
    step: MixtureStep

    def log_moment(self, theta: ComplexArray) -> ComplexArray:
        """``log E_P[e^(theta L)]``, from ``M - 1`` so that a power of it stays precise, ``(n,)``."""
        tilt = float(theta.real.max())
        if (tilt * np.abs(self.losses.real)).max() < 600.0:
            density = np.exp(self.log_p)
            return np.log1p(self._summed(theta, lambda powers: np.expm1(powers) @ density))
        top = float((self.log_p.real + tilt * self.losses.real).max())
        powers = self._summed(theta, lambda powers: np.exp(self.log_p + powers - top).sum(axis=1))
        return np.asarray(top + np.log(powers), dtype=np.complex128)

    def _summed(self, theta: ComplexArray, part: Callable[[ComplexArray], ComplexArray]) -> ComplexArray:
        size = max(1, (1 << 18) // len(self.losses))
        parts = [part(theta[i : i + size, None] * self.losses) for i in range(0, len(theta), size)]
        return np.concatenate(parts)

    def largest(self, tilt: float) -> float:
        """The largest size of a loss that has any tilted weight."""
        exponent = self.log_p.real + tilt * self.losses.real
        return float(np.abs(self.losses.real[exponent > exponent.max() - 32.0]).max())

    def quantiles(self, tilt: float) -> tuple[float, float]:
        """Median and robust deviation of the tilted loss."""
        exponent = self.log_p.real + tilt * self.losses.real
        weights = np.exp(exponent - exponent.max())
        order = np.argsort(self.losses.real)
        share = np.cumsum(weights[order]) / weights.sum()
        low, middle, high = (float(self.losses.real[order][np.searchsorted(share, s)]) for s in (0.25, 0.5, 0.75))
        return middle, max((high - low) / 1.35, 1e-300)


@lru_cache(maxsize=256)
def line_of(step: MixtureStep, tilt: float, lost: float, fine: float, *, displaced: bool) -> Line:
    """A line that holds P and its tilted law, but for the largest losses with P-mass ``lost``.

    It is displaced into the half plane where ``e^(i t L)`` decays, so that its oscillation needs no resolution; less
    so where ``e^(tilt L)`` is steep. The cut at the largest losses is as smooth as that steepness allows.
    """
    scale, sign = step.scale, step.sign
    at = step.last(lost)
    width = float(_aside(step, tilt, np.array([at + 0j]))[0].real)
    width = float(_aside(step, tilt, np.array([at + 15.0 * sign * width + 0j]))[0].real)
    cut = at + 6.0 * sign * width
    others = [a for a, _ in (*step.p, *step.q)]
    other_end = (min(others) if sign > 0.0 else max(others)) - sign * (12.0 + 2.0 * (fine > 1.0)) * scale
    low, high = sorted((other_end, cut + 9.0 * sign * width))
    spacing = min(width / 14.0, scale / 8.0) / fine
    x = low + spacing * np.arange(math.ceil((high - low) / spacing) + 1)
    z, slope = x + 0j, np.ones(len(x), dtype=np.complex128)
    if displaced:
        turned = _aside(step, tilt, x + 1e-30j) / math.sqrt(fine)
        z, slope = x + 1j * sign * turned.real, 1.0 + 1e30j * sign * turned.imag
    above = _log_mixture(z, step.p, scale)
    losses = above - _log_mixture(z, step.q, scale)
    log_p = above - z * z / (2.0 * scale**2) + np.log(slope * (spacing / scale / math.sqrt(2.0 * math.pi)))
    with np.errstate(divide="ignore"):
        log_p += np.log(0.5 * erfc(sign * (z - cut) / width))
    exponent = log_p.real + tilt * losses.real
    kept = (exponent > exponent.max() - _NEGLIGIBLE) | (log_p.real > log_p.real.max() - _NEGLIGIBLE)
    return Line(log_p[kept], losses[kept], step)


def _aside(step: MixtureStep, tilt: float, x: ComplexArray) -> ComplexArray:
    """How far to displace: ``1 / (1 / a + tilt L'(x) / 5)``, analytic in x so that a complex step differentiates it."""
    slope = _score(x, step.p, step.scale) - _score(x, step.q, step.scale)
    return 1.0 / (1.0 / step.aside + 0.2 * tilt * step.sign * slope)


def _score(z: ComplexArray, side: Shifts, scale: float) -> ComplexArray:
    """Derivative of :func:`_log_mixture`: the posterior mean of the shift over the variance."""
    a, w = np.array([a for a, _ in side]), np.array([w for _, w in side])
    terms = (a[:, None] / scale) * ((z[None, :] - 0.5 * a[:, None]) / scale)
    weights = w[:, None] * np.exp(terms - terms.real.max(axis=0))
    return (weights * a[:, None]).sum(axis=0) / weights.sum(axis=0) / scale**2


def _log_mixture(z: ComplexArray, side: Shifts, scale: float) -> ComplexArray:
    """``log sum w f(z - a) / f(z)``, precise where it is close to 0."""
    a, w = np.array([a for a, _ in side]), np.array([w for _, w in side])
    terms = (a[:, None] / scale) * ((z[None, :] - 0.5 * a[:, None]) / scale)
    top = np.maximum(terms.real.max(axis=0), 0.0)
    excess = (w[:, None] * np.expm1(np.where(top < 40.0, terms, 0.0))).sum(axis=0)
    near = (top < 40.0) & (np.abs(excess) < 0.5)
    far = top + np.log((w[:, None] * np.exp(terms - top)).sum(axis=0))
    return np.where(near, np.log1p(np.where(near, excess, 0.0)), far)
