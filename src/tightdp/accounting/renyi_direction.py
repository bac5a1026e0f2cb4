"""Rényi divergence of a run for one ordered change of the data set."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from tightdp.accounting.because import DirectionReason
from tightdp.accounting.renyi_options import renyi_options
from tightdp.accounting.step import Program
from tightdp.divergences.renyi import RenyiCurve, renyi_of
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.relations import Change
from tightdp.transport import Route

# Theorems whose witnesses are the worst cases of every jointly convex divergence, so of each Rényi order: the pair
# that dominates all of them at once is not needed where one number per step is added up.
_CORNERS = ("RR",)


@dataclass(frozen=True)
class RenyiStep:
    """What bounds one step, and how often it is taken.

    Parameters
    ----------
    above
        Bounds of which the smallest holds; each is the largest divergence of its pairs.
    below
        Attained pairs, of which the largest counts.
    count
        Number of repetitions.
    """

    above: tuple[tuple[AbstractPair, ...], ...]
    below: tuple[AbstractPair, ...]
    count: int


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
        masses = [min(max(p.support.p_infinite for p in pairs) for pairs in step.above) for step in self.steps]
        return max(masses, default=0.0)

    def curve(self, orders: Array) -> RenyiCurve:
        """The divergence of the whole run at each order.

        Parameters
        ----------
        orders
            Orders a > 0, ``(k,)``.
        """
        known: dict[int, RenyiCurve] = {}

        def of(pair: AbstractPair) -> RenyiCurve:
            if id(pair) not in known:
                known[id(pair)] = renyi_of(pair, orders.tolist())
            return known[id(pair)]

        lower, upper = np.zeros(len(orders)), np.zeros(len(orders))
        for step in self.steps:
            ends = [[of(pair).upper for pair in pairs] for pairs in step.above]
            best = np.min([np.max(group, axis=0) for group in ends], axis=0)
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
    found = [(renyi_options(step, change, route), count) for step, count in program.parts]
    steps = tuple(renyi_step(options, count) for options, count in found)
    used = [option for options, _ in found for option in options]
    tight = all(len(step.above) == 1 and set(map(id, step.above[0])) == set(map(id, step.below)) for step in steps)
    reason = DirectionReason(
        change, _unique(option.theorem for option in used), _unique(option.distance for option in used), tight
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


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
