"""Rényi divergences of one step under insertion and removal of K records, in the three ways that S24 compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from panels import Options, draw, groups, label, legend, panels, save, say

from tightdp import AddRemove, Insert, Remove, Step, renyi_account
from tightdp.baselines import maximal_coupling_rdp, post_hoc_group_rdp

SIZES = (1, 2, 4, 8)
Curve = Callable[[Step, int, Sequence[float]], list[float]]


def specific(step: Step, size: int, orders: Sequence[float]) -> list[float]:
    """The tight curve: the largest over all ways to split K into removals and insertions."""
    return list(renyi_account(step, AddRemove(size)).curve(orders).upper)


def removals(step: Step, size: int, orders: Sequence[float]) -> list[float]:
    """The tight curve when all K records are removed."""
    return list(renyi_account(step, Remove(size)).curve(orders).upper)


def agnostic(step: Step, size: int, orders: Sequence[float]) -> list[float]:
    """Maximal coupling, all K records removed or all inserted."""
    return list(np.maximum(*(maximal_coupling_rdp(step, side(size), orders) for side in (Remove, Insert))))


def post_hoc(step: Step, size: int, orders: Sequence[float]) -> list[float]:
    """Group privacy after the fact: the tight curve of one record and the weak triangle inequality."""
    bounds = post_hoc_group_rdp(step, AddRemove(size), orders)
    return list(np.minimum.accumulate(bounds[::-1])[::-1])  # a divergence does not decrease with its order


@dataclass(frozen=True)
class Comparison:
    """A picture of rows of steps, with the tight curve against one other bound."""

    title: str
    kind: str
    other: Curve
    steps: tuple[tuple[tuple[str, Step], ...], ...]
    largest: float
    ends: tuple[float, float]

    def draw(self, wanted: Options) -> None:
        """Draw all panels, and print how far the bounds are apart on them."""
        orders = list(np.geomspace(1.25, self.largest, wanted.points))
        figure, axes = panels(len(self.steps), len(self.steps[0]), self.title, height=2.1)
        ratios, splits = [1.0], [1.0]
        for panel, (title, step) in zip(chain(*axes), chain(*self.steps), strict=True):
            for size in SIZES:
                tight, other = specific(step, size, orders), self.other(step, size, orders)
                draw(panel, orders, tight, size, "tight")
                draw(panel, orders, other, size, self.kind)
                ratios += [bound / least for bound, least in zip(other, tight, strict=True)]
                splits += [most / one for most, one in zip(tight, removals(step, size, orders), strict=True)]
            panel.set(xscale="log", yscale="log", ylim=self.ends, title=title)
        label(axes, "order α", "Rényi divergence")
        legend(figure, groups(SIZES), {"tight": "mechanism-specific", self.kind: self.kind})
        save(figure, wanted.picture)
        say(f"smallest {self.kind} / specific", min(ratios))
        say(f"largest {self.kind} / specific", max(ratios))
        say("largest excess of the worst split over K removals", max(splits) - 1.0)
