"""Rényi divergence of a run for one ordered change of the data set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from tightdp.accounting.because import DirectionReason
from tightdp.accounting.renyi_options import renyi_options
from tightdp.accounting.renyi_step import GroupAfterwards, RenyiStep, curves_at
from tightdp.accounting.single_record import smaller
from tightdp.accounting.step import Program, Step
from tightdp.divergences.renyi import RenyiCurve
from tightdp.errors import CannotAnswer
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import Array
from tightdp.relations import Change
from tightdp.schemes import Poisson
from tightdp.transport import Route

# Theorems whose witnesses are the worst cases of every jointly convex divergence, so of each Rényi order: the pair
# that dominates all of them at once is not needed where one number per step is added up.
_CORNERS = ("RR",)


@dataclass(frozen=True)
class RenyiDirection:
    """Rényi divergence from x to x', added up over the steps (Mironov 2017, Proposition 1).

    Parameters
    ----------
    reason
        Theorems and distances.
    steps
        What bounds each kind of step.
    notes
        Sentences about the guarantees used.
    """

    reason: DirectionReason
    steps: tuple[RenyiStep, ...]
    notes: tuple[str, ...]

    @property
    def infinite(self) -> float:
        """The largest revealed P-mass of a step's bound; where it is positive, orders above 1 are infinite."""
        return max((step.infinite for step in self.steps), default=0.0)

    def curve(self, orders: Array) -> RenyiCurve:
        """The divergence of the whole run at each order.

        Parameters
        ----------
        orders
            Orders a > 0, ``(k,)``.
        """
        of = curves_at(orders)
        lower, upper = np.zeros(len(orders)), np.zeros(len(orders))
        for step in self.steps:
            best = step.upper(orders, of)
            upper += step.count * best
            lower += step.count * np.minimum(np.max([of(pair).lower for pair in step.below], axis=0), best)
        rounding = 4e-16 * len(self.steps)
        return RenyiCurve(orders, lower * (1.0 - rounding), upper * (1.0 + rounding))


def renyi_direction(program: Program, change: Change, route: Route) -> RenyiDirection:
    """Ask transport about every step.

    Parameters
    ----------
    program
        Steps and counts.
    change
        Which records differ.
    route
        Which routes transport may take.
    """
    found = [(renyi_options(step, change, route), step, count) for step, count in program.parts]
    steps = tuple(_with_chains(renyi_step(options, count), step, change, route) for options, step, count in found)
    used = [option for options, _, _ in found for option in options]
    keys = [option.theorem for option in used] + ["M17/P11"] * any(step.afterwards for step in steps)
    reason = DirectionReason(
        change, _unique(keys), _unique(option.distance for option in used), all(step.exact for step in steps)
    )
    return RenyiDirection(reason, steps, _unique(option.note for option in used if option.note))


def renyi_step(options: tuple[Dominating, ...], count: int) -> RenyiStep:
    """What transport found about one step, as bounds on its Rényi divergence.

    A pair that dominates at every hockey-stick order bounds every Rényi order (B18 Theorem 6).

    Parameters
    ----------
    options
        Guarantees, of which each holds.
    count
        Number of repetitions.
    """
    above = tuple(option.witnesses if option.theorem in _CORNERS else (option.pair,) for option in options)
    below = tuple({id(pair): pair for option in options for pair in option.witnesses}.values())
    return RenyiStep(above, below, count)


def _with_chains(found: RenyiStep, step: Step, change: Change, route: Route) -> RenyiStep:
    """The bounds of a step that is not known to be attained, and those by chains of one-record changes.

    Replaced records come and go one at a time; on Poisson batches they may leave before others come.
    """
    if found.exact or route != "tightest":
        return found
    changes = [change] if change.size > 1 else []
    if change.substituted and isinstance(step.scheme, Poisson) and found.infinite > 0.0:
        changes.append(Change(removed=change.substituted, inserted=change.substituted))
    return replace(found, afterwards=tuple(chain for one in changes for chain in _chain(step, one, route)))


def _chain(step: Step, change: Change, route: Route) -> tuple[GroupAfterwards, ...]:
    """The chain through a change, where something is proven for each link."""
    try:
        one = replace(step, scheme=smaller(step.scheme, change))
        links = tuple(renyi_step(renyi_options(one, link, route), 1) for link in change.links())
    except CannotAnswer:
        return ()
    return (GroupAfterwards(links, change.size),)


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
