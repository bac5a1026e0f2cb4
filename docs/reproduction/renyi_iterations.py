"""Rényi accounting over iterations: epsilon of groups at a fixed delta, tight and from one record after the fact."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from panels import Options, draw, groups, label, legend, panels, save, say

from tightdp import Poisson, Remove, Step, account, renyi_account
from tightdp.baselines import post_hoc_group_rdp
from tightdp.mechanisms import AbstractMechanism

SIZES = (1, 2, 4, 8)
DELTA = 1e-8
ORDERS = np.unique(np.concatenate([np.geomspace(1.01, 2.0, 40), np.geomspace(2.0, 2000.0, 160)]))
STORED = np.array([2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 48, 64, 128, 256, 512], dtype=float)
Curve = Callable[[Step, int, Sequence[float]], np.ndarray]


def tight(step: Step, size: int, orders: Sequence[float]) -> np.ndarray:
    """Rényi divergence of one step for K removed records."""
    return renyi_account(step, Remove(size)).curve(orders).upper


def post_hoc(step: Step, size: int, orders: Sequence[float]) -> np.ndarray:
    """Rényi divergence of one step for one record, then the weak triangle inequality."""
    return post_hoc_group_rdp(step, Remove(size), orders)


def epsilon(curve: np.ndarray, iterations: int, orders: np.ndarray) -> float:
    """``min over a of t R_a + log(1 - 1/a) - (log delta + log a) / (a - 1)``."""
    bounds = iterations * curve + np.log1p(-1 / orders) - (np.log(DELTA) + np.log(orders)) / (orders - 1)
    return float(max(0.0, np.min(bounds)))


@dataclass(frozen=True)
class Accounting:
    """A picture with one panel for each mechanism and rate."""

    title: str
    panels: tuple[tuple[str, AbstractMechanism, float], ...]

    def draw(self, wanted: Options) -> None:
        """Draw all panels, and print how far the bounds are apart on them."""
        counts = sorted({round(count) for count in np.geomspace(1, 1e5, wanted.points)})
        figure, axes = panels(1, len(self.panels), self.title, height=3.0)
        ratios: list[float] = []
        for panel, (words, mechanism, rate) in zip(axes[0], self.panels, strict=True):
            step = Step(mechanism, Poisson(rate))
            for size in SIZES:
                curves = {"tight": tight(step, size, ORDERS), "post hoc": post_hoc(step, size, ORDERS)}
                found = {kind: [epsilon(curve, t, ORDERS) for t in counts] for kind, curve in curves.items()}
                for kind, values in found.items():
                    draw(panel, counts, values, size, kind)
                ratios += [late / best for late, best in zip(found["post hoc"], found["tight"], strict=True)]
            panel.set(xscale="log", yscale="log", title=words)
        label(axes, "iterations", f"ε at δ = {DELTA:g} (nats)")
        legend(figure, groups(SIZES), {"tight": "mechanism-specific", "post hoc": "post hoc"})
        save(figure, wanted.picture)
        say("smallest post hoc / specific", min(ratios))
        say("largest post hoc / specific", max(ratios))

    def say(self, sizes: Sequence[int], iterations: int) -> None:
        """Print both bounds at the stored orders, and what no conversion from Rényi divergences gives."""
        words, mechanism, rate = self.panels[0]
        step = Step(mechanism, Poisson(rate))
        for size in sizes:
            name = f"{words}, K {size}, {iterations} steps"
            for kind, curve in (("specific", tight), ("post hoc", post_hoc)):
                say(f"{name}: {kind}", epsilon(curve(step, size, STORED), iterations, STORED))
            say(f"{name}: any order", epsilon(tight(step, size, ORDERS), iterations, ORDERS))
            say(f"{name}: no conversion", account(iterations * step, Remove(size)).epsilon(DELTA).upper)
