"""The Gaussian mechanism."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights
from tightdp.mechanisms.exact_release import exact_release_pair, is_released
from tightdp.mechanisms.shift_extremal import checked_sensitivity, group_shift_pair, shift_extremal
from tightdp.mechanisms.unit import Unit
from tightdp.numerics.checks import nonnegative
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture


@dataclass(frozen=True)
class Gaussian(AbstractMechanism):
    """``f(batch) + N(0, sigma^2 I)``, with f(batch) moved by at most 1 in L2 when one record comes or goes.

    Parameters
    ----------
    noise_multiplier
        sigma >= 0: standard deviation of the noise on the sum over the largest L2 norm of one record's
        contribution (the clipping norm). 0 is a release without noise.
    substitution_sensitivity
        L2 distance when one record is replaced by another, in (0, 2]. By default 2, which sums of clipped
        contributions attain: x may pull one way and x' the other. Set it only if your query is known to move less.

    Raises
    ------
    InvalidInput
        If a value is outside its range.

    Notes
    -----
    One step without sampling: B18 Theorem 4. Mixtures of shifts: theory Theorem U, S24.
    """

    noise_multiplier: float
    substitution_sensitivity: float = 2.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "noise_multiplier", nonnegative("noise_multiplier", self.noise_multiplier))
        checked = checked_sensitivity(self.substitution_sensitivity)
        object.__setattr__(self, "substitution_sensitivity", checked)

    def _build(self, p: Weights, q: Weights, unit: float) -> AbstractPair:
        if is_released(self.noise_multiplier):
            return exact_release_pair(p, q)
        return ShiftMixture(GaussianNoise(self.noise_multiplier), p, q, unit)

    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:
        """``N(k D, sigma^2)`` against ``N(0, sigma^2)``."""
        return group_shift_pair(self._build, distance, unit, self.substitution_sensitivity)

    def extremal(self, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:
        """Two Gaussian mixtures on a line."""
        return (shift_extremal(self._build, p, q, unit, self.substitution_sensitivity),)
