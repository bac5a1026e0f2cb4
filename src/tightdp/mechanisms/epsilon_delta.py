"""A black box with an (epsilon, delta) guarantee."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.errors import InvalidInput
from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights
from tightdp.mechanisms.black_box import black_box_extremal, checked_unit
from tightdp.mechanisms.epsilon_delta_group import group_canonical_pair
from tightdp.mechanisms.unit import KnownUnit, Unit
from tightdp.numerics.checks import nonnegative, probability
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair


@dataclass(frozen=True)
class EpsilonDelta(AbstractMechanism):
    """Any mechanism on a batch that is (epsilon, delta)-differentially private for one changed record.

    Parameters
    ----------
    epsilon
        eps >= 0 in nats, finite.
    delta
        Probability in [0, 1].
    unit
        For which change of the batch the guarantee holds: one record inserted or removed (``"add-remove"``), one
        replaced (``"substitute"``), or both (``"either"``, the default).

    Raises
    ------
    InvalidInput
        If a value is outside its range.

    Notes
    -----
    Groups by iterating the trade-off function (theory 1.7), sampling by B18 Theorems 8 to 11 and theory Theorem U.
    """

    epsilon: float
    delta: float = 0.0
    unit: KnownUnit = "either"

    def __post_init__(self) -> None:
        object.__setattr__(self, "epsilon", nonnegative("epsilon", self.epsilon))
        object.__setattr__(self, "delta", probability("delta", self.delta))
        if self.unit not in ("either", "add-remove", "substitute"):
            raise InvalidInput("unit", self.unit, "'either', 'add-remove' or 'substitute'")

    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:
        """The canonical pair of the group; a replaced record counts twice where only add-remove is known."""
        checked_unit(self.unit, unit, f"EpsilonDelta({self.epsilon:g}, {self.delta:g})")
        twice = 2 if unit == "substitute" and self.unit == "add-remove" else 1
        return group_canonical_pair(self.epsilon, self.delta, twice * distance)

    def extremal(self, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:
        """Theorem U over the canonical trade-offs."""
        return black_box_extremal(self, p, q, unit)
