"""The values an unknown may take, in order of privacy."""

from __future__ import annotations

import math
from dataclasses import dataclass

_LEAST = 0.5  # stands for the whole number 0, which has no logarithm


@dataclass(frozen=True)
class Axis:
    """Values from the least private to the most private one, on a logarithmic scale.

    Positions rise with privacy: ``log v`` where larger values are more private, ``-log v`` where smaller ones are.

    Parameters
    ----------
    open_end
        The least private value; greater than 0.
    private_end
        The most private value; greater than 0, or the whole number 0.
    tolerance
        Relative distance at which two values count as neighbours. Whole numbers are neighbours at distance 1.
    is_whole
        Whether only whole numbers count.
    """

    open_end: float
    private_end: float
    tolerance: float
    is_whole: bool = False

    def position(self, value: float) -> float:
        """Where a value stands.

        Parameters
        ----------
        value
            A value of the unknown.
        """
        return self._sign * math.log(max(value, _LEAST) if self.is_whole else value)

    def value(self, position: float) -> float:
        """The value at a position, not outside the ends; a whole number where only these count.

        Parameters
        ----------
        position
            A position.
        """
        low, high = sorted((self.open_end, self.private_end))
        value = math.exp(min(self._sign * position, 709.0))
        return min(max(round(value) if self.is_whole else value, low), high)

    def step(self, position: float) -> float:
        """Distance between neighbours around a position.

        Parameters
        ----------
        position
            A position.
        """
        if not self.is_whole:
            return math.log1p(self.tolerance)
        return math.log1p(1.0 / max(math.exp(self._sign * position), 1.0))

    def are_neighbours(self, one: float, other: float) -> bool:
        """Whether nothing between two values needs to be looked at.

        Parameters
        ----------
        one, other
            Values.
        """
        if self.is_whole:
            return abs(one - other) <= 1
        return max(one, other) <= min(one, other) * (1.0 + self.tolerance)

    def between(self, position: float, one: float, other: float) -> float:
        """The value at a position, moved strictly between two values that are no neighbours.

        Parameters
        ----------
        position
            A position.
        one, other
            Values.
        """
        low, high = sorted((one, other))
        value = self.value(position)
        if self.is_whole:
            return min(max(value, low + 1), high - 1)
        return value if low < value < high else math.sqrt(low) * math.sqrt(high)

    @property
    def _sign(self) -> float:
        return 1.0 if self.private_end > self.open_end else -1.0
