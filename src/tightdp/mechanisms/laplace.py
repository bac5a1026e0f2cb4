"""The Laplace mechanism."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights
from tightdp.mechanisms.exact_release import exact_release_pair, is_released
from tightdp.mechanisms.shift_extremal import checked_sensitivity, group_shift_pair, shift_extremal
from tightdp.mechanisms.unit import Unit
from tightdp.numerics.checks import nonnegative
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture


@dataclass(frozen=True)
class Laplace(AbstractMechanism):
    """``f(batch) + Laplace(b)`` in each coordinate; one record that comes or goes moves f(batch) by at most 1 in L1.

    Parameters
    ----------
    scale
        b >= 0, in multiples of the largest L1 norm of one record's contribution. 0 is a release without noise.
    substitution_sensitivity
        L1 distance when one record is replaced by another, in (0, 2]; 2 for sums of clipped contributions.

    Raises
    ------
    InvalidInput
        If a value is outside its range.

    Notes
    -----
    One step without sampling: B18 Theorem 3. Mixtures of shifts: theory Theorem U, S24. In more than one dimension
    the shift in a single coordinate is the worst one.
    """

    scale: float
    substitution_sensitivity: float = 2.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", nonnegative("scale", self.scale))
        checked = checked_sensitivity(self.substitution_sensitivity)
        object.__setattr__(self, "substitution_sensitivity", checked)

    def _build(self, p: Weights, q: Weights, unit: float) -> AbstractPair:
        if is_released(self.scale):
            return exact_release_pair(p, q)
        return ShiftMixture(LaplaceNoise(self.scale), p, q, unit)

    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:
        """``Lap(k D, b)`` against ``Lap(0, b)``."""
        return group_shift_pair(self._build, distance, unit, self.substitution_sensitivity)

    def extremal(self, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:
        """Two Laplace mixtures on a line."""
        return (shift_extremal(self._build, p, q, unit, self.substitution_sensitivity),)
