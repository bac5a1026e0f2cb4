"""Rényi divergence of one kind of step for one ordered change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tightdp.divergences.order_chords import OrderChords
from tightdp.divergences.renyi import RenyiCurve, renyi_of
from tightdp.divergences.weak_triangle import chain_divergence
from tightdp.pairs.pair import AbstractPair, Array

CurveOf = Callable[[AbstractPair], RenyiCurve]

# Hölder exponents of the weak triangle inequality: 2 - 1/a would be the best for Gaussian noise and two links.
_EXPONENTS = (1.5, 2.0)
# Orders 1 + e^t at which the least bound of a chain is looked for, and how finely.
_LEAST, _MOST, _STRIDE = -8.0, 16.0, 0.5
_BLOCK = 4
_FINE = 9
# Longer chains read one record's curve off chords, since each order of theirs asks for two orders a link.
_DIRECT = 4


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
    afterwards
        Bounds by chains of one-record changes.
    """

    above: tuple[tuple[AbstractPair, ...], ...]
    below: tuple[AbstractPair, ...]
    count: int
    afterwards: tuple[GroupAfterwards, ...] = ()

    @property
    def exact(self) -> bool:
        """Whether the pairs of the bound are attained, each of them."""
        return len(self.above) == 1 and set(map(id, self.above[0])) == set(map(id, self.below))

    @property
    def infinite(self) -> float:
        """The revealed P-mass of the best bound; what tables cut counts as revealed."""
        chains = [max(link.infinite for link in chain.links) for chain in self.afterwards]
        return min([max(pair.support.p_infinite for pair in pairs) for pairs in self.above] + chains)

    def upper(self, orders: Array, of: CurveOf) -> Array:
        """The smallest bound at each order, of one step, ``(k,)``.

        Parameters
        ----------
        orders
            Orders a > 0, ``(k,)``.
        of
            The curve of a pair at these orders.
        """
        best = np.min([np.max([of(pair).upper for pair in pairs], axis=0) for pairs in self.above], axis=0)
        return np.min([best, *(chain.upper(orders) for chain in self.afterwards)], axis=0)


@dataclass(frozen=True, eq=False)
class GroupAfterwards:
    """``R_K`` of a group from ``R_1`` of one record: a chain of K changes of one record (Mironov 2017, Proposition 11).

    At order ``inf`` the largest losses of the links add up.

    Parameters
    ----------
    links
        What bounds a step for each kind of one-record change in the chain; the largest of them counts.
    size
        K >= 2, the number of links.
    """

    links: tuple[RenyiStep, ...]
    size: int

    def upper(self, orders: Array) -> Array:
        """The bound at each order, ``(k,)``; it does not fall with the order.

        The inequality with a fixed exponent falls to one least value and rises from there, since it is convex times
        ``1 / (a - 1)``. Divergences do not fall with the order, so the least value holds at all lower orders.

        Parameters
        ----------
        orders
            Orders a > 0, ``(k,)``.
        """
        found = np.full(len(orders), self._largest)
        finite = np.isfinite(orders)
        if not bool(finite.any()):
            return found
        asked = np.maximum(orders[finite], 1.0 + np.exp(_LEAST))
        for p in _EXPONENTS:
            order, least = self._lowest(p, float(asked.min()))
            there = np.where(asked <= order, least, self._chain(asked, p))
            found[finite] = np.minimum(found[finite], there)
        return found

    @cached_property
    def _chords(self) -> OrderChords:
        return OrderChords(self._one)

    @cached_property
    def _largest(self) -> float:
        return self.size * float(self._one(np.array([np.inf]))[0])

    def _one(self, orders: Array) -> Array:
        of = curves_at(orders)
        return np.max([link.upper(orders, of) for link in self.links], axis=0)

    def _chain(self, orders: Array, p: float) -> Array:
        one = self._one if self.size <= _DIRECT else self._chords.upper
        return chain_divergence(one, self.size, orders, p)

    def _lowest(self, p: float, start: float) -> tuple[float, float]:
        """The order of the least bound from ``start`` on, and that bound; below ``start`` where it only rises."""
        t = np.floor(np.log(start - 1.0) / _STRIDE) * _STRIDE
        points, values = np.empty(0), np.empty(0)
        while len(points) == 0 or (np.argmin(values) == len(values) - 1 and points[-1] < _MOST):
            new = t + _STRIDE * np.arange(len(points), len(points) + _BLOCK)
            points, values = np.append(points, new), np.append(values, self._chain(1.0 + np.exp(new), p))
        best, width = int(np.argmin(values)), _STRIDE
        at, least = float(points[best]), float(values[best])
        for _ in range(2):
            fine = np.maximum(at + width * np.linspace(-1.0, 1.0, _FINE), t)
            found = self._chain(1.0 + np.exp(fine), p)
            best = int(np.argmin(found))
            if found[best] < least:
                at, least = float(fine[best]), float(found[best])
            width /= 0.5 * (_FINE - 1)
        return 1.0 + float(np.exp(at)), least


def curves_at(orders: Array) -> CurveOf:
    """The curve of each pair at some orders, computed once.

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

    return of
