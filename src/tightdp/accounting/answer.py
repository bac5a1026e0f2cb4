"""What a user gets: certified numbers and why they hold."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from functools import cached_property

from tightdp.accounting.because import Because
from tightdp.accounting.direction import Direction
from tightdp.accounting.step import Program
from tightdp.accounting.worst import delta_at, epsilon_at, seen_at, worst
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import at_least_zero, below_one, probability
from tightdp.pld.bracketed import Bracketed
from tightdp.relations import AbstractRelation


@dataclass(frozen=True, eq=False)
class Answer:
    """Certified privacy of a program under a relation. Nothing is computed until asked; asking changes nothing.

    Parameters
    ----------
    program
        What ran.
    relation
        Who may differ.
    directions
        One for each ordered change of the relation.
    rtol
        Wanted relative gap between the two ends of a number.
    route
        The route that transport was asked to take.
    stated
        Sentences about how the run was made, which the notes repeat.
    """

    program: Program
    relation: AbstractRelation
    directions: tuple[Direction, ...]
    rtol: float
    route: str
    stated: tuple[str, ...] = ()

    @property
    def tight(self) -> bool:
        """Whether the pair is attained, so that the lower end speaks of the mechanism as the upper end does."""
        return all(direction.tight for direction in self.directions)

    def epsilon(self, delta: float) -> Bound:
        """The smallest eps >= 0 with ``d(eps) <= delta``.

        Parameters
        ----------
        delta
            Probability in [0, 1). 0 asks for pure differential privacy.

        Raises
        ------
        InvalidInput
            If delta is not in [0, 1).
        """
        value = below_one("delta", delta)
        return _told(worst(self.directions, epsilon_at(value), self.rtol))

    def delta(self, epsilon: float) -> Bound:
        """``d(eps)``, the largest hockey-stick divergence over the directions.

        Parameters
        ----------
        epsilon
            eps >= 0 in nats; ``inf`` asks for the mass that no eps protects.

        Raises
        ------
        InvalidInput
            If epsilon is negative or not a number.
        """
        value = at_least_zero("epsilon", epsilon)
        return _told(worst(self.directions, delta_at(value), self.rtol))

    def glance(self, epsilon: float) -> Bound:
        """``d(eps)`` for a picture: certified ends, which are off by no more than ``rtol`` of eps, sideways.

        They cost one composition for many eps; :meth:`delta` makes one for each where the profile is steep.

        Parameters
        ----------
        epsilon
            eps >= 0 in nats.

        Raises
        ------
        InvalidInput
            If epsilon is negative or not a number.
        """
        value = at_least_zero("epsilon", epsilon)
        return _told(worst(self.directions, seen_at(value), self.rtol))

    def profile(self, epsilons: Iterable[float]) -> tuple[Bound, ...]:
        """``d(eps)`` at each eps.

        Parameters
        ----------
        epsilons
            Values of eps >= 0 in nats, ``(n,)``.

        Raises
        ------
        InvalidInput
            If one of them is negative or not a number.
        """
        return tuple(self.delta(epsilon) for epsilon in epsilons)

    def trade_off(self, false_positive_rate: Iterable[float]) -> tuple[Bound, ...]:
        """``f(a)``: smallest ``P[test says x']`` of all tests with ``P'[test says x] <= a``, the worst over directions.

        A test sees what the run released and says which of two data sets was used. P is the law of what is released
        from x and P' that from x', where the direction (x, x') is one of the relation's: under ``Remove`` x has the
        records that x' lacks, so a false positive finds records that are not there and a false negative misses some
        that are; under ``Insert`` it is the other way round. Under ``AddRemove`` both orders are asked and the smaller
        value returned: it holds whichever of the two is called positive.

        Parameters
        ----------
        false_positive_rate
            Rates a in [0, 1], ``(n,)``: the probability under x' that the test says x.

        Returns
        -------
        tuple of Bound
            The false negative rates, in the order asked. The *lower* end is the guarantee here: no test misses less.

        Raises
        ------
        InvalidInput
            If a rate is outside [0, 1].
        """
        rates = [probability("false_positive_rate", rate) for rate in false_positive_rate]
        return tuple(self._false_negatives(rate) for rate in rates)

    def _false_negatives(self, rate: float) -> Bound:
        """The least guarantee; what is attained is asked of witnesses only in the direction that it comes from."""
        lower, upper, lowest = 1.0, 1.0, self.directions[0]
        for one in self.directions:
            found = [program.false_negative_rate(rate, self.rtol) for program in one.above]
            guaranteed = max(bound.lower for bound in found)
            lower, lowest = (guaranteed, one) if guaranteed < lower else (lower, lowest)
            upper = upper if one.below else min(upper, *(bound.upper for bound in found))
        below = (program.false_negative_rate(rate, self.rtol).upper for program in lowest.below)
        upper = min(upper, 1.0 - rate, *below)
        return Bound(min(lower, upper), upper)

    @cached_property
    def _reasons(self) -> tuple[tuple[str, ...], tuple[str, ...]]:
        theorems = dict.fromkeys(key for one in self.directions for key in one.reason.theorems)
        notes = dict.fromkeys(note for one in self.directions for note in one.notes)
        return tuple(theorems), tuple(notes)

    @cached_property
    def because(self) -> Because:
        """Theorems, route and distances; :meth:`why` adds how one number was rounded and what its tails cost."""
        theorems, notes = self._reasons
        if not self.tight:
            notes += ("the upper end is not known to be attained; the lower end is that of an attained pair",)
        return Because(theorems, self.route, tuple(one.reason for one in self.directions), notes + self.stated)

    def why(self, bound: Bound) -> Because:
        """:attr:`because`, with the rounding behind one number that this answer gave.

        Parameters
        ----------
        bound
            What :meth:`epsilon` or :meth:`delta` returned.
        """
        extra: list[str] = []
        if math.isinf(bound.upper):
            mass = max(program.infinite for one in self.directions for program in one.above)
            unbounded = "the loss is unbounded: no epsilon holds at delta 0"
            extra.append(f"an event of probability {mass:.3g} is not protected by any epsilon" if mass else unbounded)
        if self.tight and bound.how and bound.relative_gap > self.rtol:
            extra.append(_stopped(bound))
        plain = self.because
        return replace(plain, notes=plain.notes + tuple(extra), rounding=dict(bound.how))


def _stopped(bound: Bound) -> str:
    """What ended the refinement of an attained pair before the gap was small enough."""
    how = bound.how
    if how["limited"]:
        return "the memory limit stopped the refinement before the gap was small enough"
    if bound.upper - bound.lower <= how["undecided"]:
        return f"double precision leaves {how['undecided']:.1g} undecided, however fine the grid"
    spoiled = how.get("margin", 0.0)
    return f"refinement stopped helping: rounding and tails cost {spoiled:.1g} of delta where rare losses rule"


def _told(found: Bracketed) -> Bound:
    """The bound with the figures of its rounding, where there was any."""
    if not found.points:
        return found.bound
    how = {
        "spacing": found.spacing,
        "points": float(found.points),
        "tilt": found.tilt,
        "grid": found.bound.relative_gap,
        "tails": found.tails,
        "limited": float(found.limited),
        "undecided": found.enough,
    }
    if found.errors is not None:
        shares = asdict(found.errors)
        how |= {"margin": found.errors.margin, **{name: float(share) for name, share in shares.items()}}
    return Bound(found.bound.lower, found.bound.upper, how)
