"""The total loss of a group: by its own pairs, or by the loss of one record and a chain of one-record changes."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tightdp.accounting.loss_program import AbstractLossProgram
from tightdp.divergences.group_profile import group_delta, group_epsilon
from tightdp.numerics.bound import LEAST_POSITIVE, Bound
from tightdp.pld.bracketed import Bracketed

# A few percent of one record's delta move the eps of a group by much less than that.
_COARSE = 0.03
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class GroupLosses(AbstractLossProgram):
    """The smaller of the upper ends of dominating programs and of group privacy afterwards (``GP``).

    One record's losses are composed first and converted to the group last. The chain is asked only where it can win:
    its eps is at least K times that of one record. Where the dominating programs win, their bracket is returned.

    Parameters
    ----------
    own
        Programs of pairs that dominate the group's change.
    links
        For each kind of one-record change in the chain the programs that dominate it.
    size
        K >= 2, the number of links.
    """

    own: tuple[AbstractLossProgram, ...]
    links: tuple[tuple[AbstractLossProgram, ...], ...]
    size: int

    def epsilon(self, delta: float, rtol: float) -> Bracketed:
        """The smallest eps >= 0 with ``d(eps) <= delta``."""
        own = min((program.epsilon(delta, rtol) for program in self.own), key=_upper)
        if math.isinf(rtol) or own.bound.upper == 0.0:
            return own

        def one_epsilon(at: float) -> float:
            return max(min(p.epsilon(at, max(rtol, _COARSE)).bound.upper for p in link) for link in self.links)

        if self.size * one_epsilon(delta) >= own.bound.upper:
            return own
        if delta > 0.0 and math.isfinite(own.bound.upper) and self._delta(own.bound.upper, rtol) > delta:
            return own
        found = group_epsilon(one_epsilon, lambda at: self._one_delta(at, rtol), self.size, delta) * (1.0 + _ROUNDING)
        return own if found >= own.bound.upper else Bracketed(Bound(0.0, found))

    def delta(self, epsilon: float, rtol: float) -> Bracketed:
        """``d(eps)``."""
        own = min((program.delta(epsilon, rtol) for program in self.own), key=_upper)
        if math.isinf(rtol) or not math.isfinite(epsilon) or own.bound.upper == 0.0:
            return own
        found = self._delta(epsilon, rtol)
        return own if found >= own.bound.upper else Bracketed(Bound(0.0, found))

    def glance(self, epsilon: float, rtol: float) -> Bracketed:
        """``d(eps)`` as closely as a curve shows."""
        own = min((program.glance(epsilon, rtol) for program in self.own), key=_upper)
        if not math.isfinite(epsilon) or own.bound.upper == 0.0:
            return own

        def one(at: float) -> float:
            seen = max(min(p.glance(at, max(rtol, _COARSE)).bound.upper for p in link) for link in self.links)
            return max(seen, LEAST_POSITIVE)

        found = group_delta(one, self.size, epsilon) * (1.0 + _ROUNDING)
        return own if found >= own.bound.upper else Bracketed(Bound(0.0, found))

    def is_at_most(self, epsilon: float, delta: float, others: tuple[AbstractLossProgram, ...] = ()) -> bool:
        """Whether one of the dominating programs quickly proves ``d(eps) <= delta``."""
        return any(program.is_at_most(epsilon, delta, others) for program in self.own)

    def false_negative_rate(self, false_positive_rate: float, rtol: float) -> Bound:
        """The larger of the two curves; the chain's is ``1 - (1 - f)^(o K)``."""
        own = [program.false_negative_rate(false_positive_rate, rtol) for program in self.own]
        accepted = false_positive_rate
        for _ in range(self.size):
            accepted = 1.0 - min(
                max(program.false_negative_rate(accepted, rtol).lower for program in link) for link in self.links
            )
        lower = max(1.0 - min(accepted * (1.0 + _ROUNDING), 1.0), *(bound.lower for bound in own))
        return Bound(lower, max(lower, *(bound.upper for bound in own)))

    @property
    def infinite(self) -> float:
        """P-mass at infinite loss of the best of the dominating programs."""
        return min(program.infinite for program in self.own)

    def _delta(self, epsilon: float, rtol: float) -> float:
        return group_delta(lambda at: self._one_delta(at, rtol), self.size, epsilon) * (1.0 + _ROUNDING)

    def _one_delta(self, epsilon: float, rtol: float) -> float:
        """One record's delta from above; what reads 0 counts as the smallest float."""
        found = max(min(p.delta(epsilon, max(rtol, _COARSE)).bound.upper for p in link) for link in self.links)
        return max(found, LEAST_POSITIVE)


def _upper(bracketed: Bracketed) -> float:
    return bracketed.bound.upper
