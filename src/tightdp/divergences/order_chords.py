"""Upper ends at every order from those at a few."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from tightdp.pairs.pair import Array

# Chords between orders 1 + e^(i / 64) lie at most 7e-5 above a parabola through 1; more where the curve is steep.
_STEP = 1.0 / 64.0
_LOWEST = -14.0
_ROUNDING = 1e-12


@dataclass(frozen=True, eq=False)
class OrderChords:
    """``R_a`` from above: ``(a - 1) R_a`` is convex in a, so chords between known orders lie on or above it.

    The chords of ends that do not fall with the order do not fall either. Orders are asked for only where they are
    needed, and once.

    Parameters
    ----------
    curve
        Upper ends of ``R_a`` at orders a > 1, ``(k,) -> (k,)``; ``inf`` where there is none.
    """

    curve: Callable[[Array], Array]
    _known: dict[int, float] = field(default_factory=dict[int, float], init=False, repr=False)

    def upper(self, orders: Array) -> Array:
        """Upper ends, ``(k,)``; what is next to 1 is bounded at the least order that is asked.

        Parameters
        ----------
        orders
            Orders a > 1, finite, ``(k,)``.
        """
        t = np.log(np.maximum(orders - 1.0, np.exp(_LOWEST)))
        at = np.floor(t / _STEP).astype(np.int64)
        missing = np.array([i for i in np.union1d(at, at + 1).tolist() if i not in self._known])
        if len(missing):
            found = self.curve(1.0 + np.exp(missing * _STEP))
            self._known.update(zip(missing.tolist(), found.tolist(), strict=True))
        left, right = (np.array([self._known[i] for i in places.tolist()]) for places in (at, at + 1))
        x, low, high = np.exp(t), np.exp(at * _STEP), np.exp((at + 1) * _STEP)
        share = np.clip((x - low) / (high - low), 0.0, 1.0)
        with np.errstate(invalid="ignore", over="ignore"):
            first = np.where(share < 1.0, (1.0 - share) * low * left, 0.0)
            second = np.where(share > 0.0, share * high * right, 0.0)
        return (first + second) / x * (1.0 + _ROUNDING)
