"""What the Rényi accountant knows: a curve, and what follows from it."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tightdp.accounting.because import Because
from tightdp.accounting.best_order import best_order
from tightdp.accounting.renyi_direction import RenyiDirection
from tightdp.accounting.step import Program
from tightdp.divergences.renyi import CUT, RenyiCurve, checked_order
from tightdp.divergences.renyi_conversion import best_epsilon, best_log_delta, plain_epsilon, plain_log_delta
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import at_least_zero, below_one
from tightdp.pairs.pair import Array
from tightdp.relations import AbstractRelation


@dataclass(frozen=True, eq=False)
class RenyiAnswer:
    """Rényi differential privacy of a program under a relation. Nothing is computed until asked.

    Parameters
    ----------
    program
        What ran.
    relation
        Who may differ.
    directions
        One for each ordered change of the relation.
    route
        The route that transport was asked to take.
    """

    program: Program
    relation: AbstractRelation
    directions: tuple[RenyiDirection, ...]
    route: str

    @property
    def tight(self) -> bool:
        """Whether both ends of :meth:`divergence` speak of attained pairs."""
        return all(direction.reason.tight for direction in self.directions)

    def divergence(self, order: float) -> Bound:
        """``R_a``, the largest over the directions.

        Parameters
        ----------
        order
            a > 0; 1 is the relative entropy, ``inf`` the largest loss.

        Raises
        ------
        InvalidInput
            If order is not a number > 0.
        """
        return self.curve([order]).bounds()[0]

    def curve(self, orders: Iterable[float]) -> RenyiCurve:
        """``R_a`` at each order, the largest over the directions.

        Parameters
        ----------
        orders
            Orders a > 0, ``(k,)``.

        Raises
        ------
        InvalidInput
            If an order is not a number > 0.
        """
        wanted = np.array([checked_order(order) for order in orders], dtype=np.float64)
        found = [direction.curve(wanted) for direction in self.directions]
        lower = np.max([one.lower for one in found], axis=0)
        return RenyiCurve(wanted, lower, np.max([one.upper for one in found], axis=0))

    def epsilon(self, delta: float) -> Bound:
        """An eps >= 0 with ``d(eps) <= delta``: the least that any order proves, the largest over the directions.

        The upper end is the guarantee; ``bound.how["order"]`` is the order that proves it. A Rényi curve says nothing
        about the least eps from below, so the lower end is 0, except at delta 0, where it is the largest loss.

        Parameters
        ----------
        delta
            Probability in [0, 1).

        Raises
        ------
        InvalidInput
            If delta is not in [0, 1).
        """
        value = below_one("delta", delta)
        largest = self.divergence(math.inf)
        if value == 0.0:
            return Bound(largest.lower, largest.upper, {"order": math.inf})
        return _worst([least_epsilon(direction, value) for direction in self.directions])

    def delta(self, epsilon: float) -> Bound:
        """A delta with ``d(eps) <= delta``: the least that any order proves, the largest over the directions.

        The upper end is the guarantee, the lower end is 0.

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
        return _worst([least_delta(direction, value) for direction in self.directions])

    @cached_property
    def because(self) -> Because:
        """Theorems, route and distances."""
        keys = [key for direction in self.directions for key in direction.reason.theorems]
        notes = [note for direction in self.directions for note in direction.notes]
        revealed = max((direction.infinite for direction in self.directions), default=0.0)
        if revealed > CUT:
            notes.append("an event has positive probability under one law only: orders above 1 are infinite")
        elif revealed > 0.0:
            notes.append("tables end where the noise does not: no finite upper end is known at orders from 1 on")
        if not self.tight:
            notes.append("the upper end is not known to be attained; the lower end is that of attained pairs")
        notes.append("eps and delta are converted from Rényi divergences, which loses; account() converts nothing")
        theorems = tuple(dict.fromkeys([*keys, "B18/T6", "M17/P1", "ALCKS20/T3"]))
        reasons = tuple(direction.reason for direction in self.directions)
        return Because(theorems, self.route, reasons, tuple(dict.fromkeys(notes)))


def _worst(found: list[tuple[float, float]]) -> Bound:
    value, order = max(found)
    return Bound(0.0, value, {"order": order})


def least_epsilon(direction: RenyiDirection, delta: float) -> tuple[float, float]:
    """The least eps that an order proves, and the order; the largest loss is a bound too.

    Parameters
    ----------
    direction
        One ordered change.
    delta
        Probability in (0, 1).
    """

    def target(orders: Array) -> Array:
        upper = direction.curve(orders).upper
        return np.minimum(best_epsilon(orders, upper, delta), plain_epsilon(orders, upper, delta))

    largest = float(direction.curve(np.array([np.inf])).upper[0])
    return min(best_order(target), (largest, math.inf))


def least_delta(direction: RenyiDirection, epsilon: float) -> tuple[float, float]:
    """The least delta that an order proves, and the order; it is 0 from the largest loss on.

    Parameters
    ----------
    direction
        One ordered change.
    epsilon
        eps >= 0 in nats.
    """
    largest = float(direction.curve(np.array([np.inf])).upper[0])
    if epsilon >= largest:
        return 0.0, math.inf

    def target(orders: Array) -> Array:
        upper = direction.curve(orders).upper
        return np.minimum(best_log_delta(orders, upper, epsilon), plain_log_delta(orders, upper, epsilon))

    log_delta, order = best_order(target)
    return math.exp(log_delta), order
