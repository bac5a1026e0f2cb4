"""The discrete Gaussian mechanism."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights
from tightdp.mechanisms.exact_release import exact_release_pair, is_released
from tightdp.mechanisms.integer_sensitivity import checked_integer_sensitivity
from tightdp.mechanisms.integer_shifts import gaussian_law, integer_shift_pair
from tightdp.mechanisms.shift_extremal import group_shift_pair, shift_extremal
from tightdp.mechanisms.unit import Unit
from tightdp.numerics.checks import nonnegative
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair


@dataclass(frozen=True)
class DiscreteGaussian(AbstractMechanism):
    """``f(batch) + Z`` for an integer f and ``Pr[Z = z]`` proportional to ``exp(-z^2 / (2 sigma^2))``.

    f moves by at most 1 when one record comes or goes.

    Parameters
    ----------
    noise_multiplier
        sigma >= 0. 0 is a release without noise.
    substitution_sensitivity
        Integer distance when one record is replaced by another: 1 or 2.

    Raises
    ------
    InvalidInput
        If a value is outside its range.

    Notes
    -----
    The likelihood ratio of two shifts is monotone, so theory Theorem U applies as for the Gaussian.
    """

    noise_multiplier: float
    substitution_sensitivity: int = 2

    def __post_init__(self) -> None:
        object.__setattr__(self, "noise_multiplier", nonnegative("noise_multiplier", self.noise_multiplier))
        checked_integer_sensitivity(self.substitution_sensitivity)

    def _build(self, p: Weights, q: Weights, unit: float) -> AbstractPair:
        if is_released(self.noise_multiplier):
            return exact_release_pair(p, q)
        return integer_shift_pair(gaussian_law(self.noise_multiplier), p, q, int(unit))

    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:
        """The law moved by k D against the law."""
        return group_shift_pair(self._build, distance, unit, self.substitution_sensitivity)

    def extremal(self, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:
        """Two mixtures of integer shifts."""
        return (shift_extremal(self._build, p, q, unit, self.substitution_sensitivity),)
