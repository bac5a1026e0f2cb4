"""Accounting over iterations: delta of groups at a fixed epsilon, tight and from one record after the fact."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from panels import Options, draw, groups, label, legend, panels, save, say

from tightdp import Poisson, Remove, Step, account, renyi_account
from tightdp.baselines import group_delta
from tightdp.mechanisms import AbstractMechanism

SIZES = (1, 2, 4, 8, 16)
SMALLEST = 1e-10  # where the axes end
Bound = Callable[[Step, int, int, float], float]


def tight(step: Step, size: int, iterations: int, epsilon: float) -> float:
    """delta of K removed records, composed as one pair; where the Rényi bound is far below the axes, that bound."""
    run = iterations * step
    quick = renyi_account(run, Remove(size)).delta(epsilon).upper
    return quick if quick < SMALLEST / 1e3 else account(run, Remove(size)).delta(epsilon).upper


def post_hoc(step: Step, size: int, iterations: int, epsilon: float) -> float:
    """delta of one record composed, then group privacy: ``d_1(eps / K) (1 + e^(eps/K) + ...)``."""
    return group_delta(lambda share: tight(step, 1, iterations, share), size, epsilon)


def published(step: Step, size: int, iterations: int, epsilon: float) -> float:
    """The baseline of the paper's code, which applies group privacy for K to the composed pair of a group of K."""
    return group_delta(lambda share: tight(step, size, iterations, share), size, epsilon)


def visible(bound: Bound, step: Step, size: int, counts: list[int], epsilon: float) -> list[float]:
    """The bound at the largest counts, down to the first one that is below the axes (fewer steps give less)."""
    found: list[float] = []
    while len(found) < len(counts) and (not found or found[-1] >= SMALLEST):
        found.append(bound(step, size, counts[-1 - len(found)], epsilon))
    return found[::-1]


def ratios(larger: list[float], smaller: list[float]) -> list[float]:
    """Quotients where both are above the end of the axes."""
    pairs = zip(reversed(larger), reversed(smaller), strict=False)  # both end at the largest count
    return [most / least for most, least in pairs if least >= SMALLEST]


KINDS: dict[str, Bound] = {"tight": tight, "post hoc": post_hoc, "published": published}
DRAWN = {"tight": SIZES, "post hoc": SIZES[1:], "published": (4,)}
WORDS = {"tight": "mechanism-specific", "post hoc": "post hoc", "published": "as published, K = 4"}


@dataclass(frozen=True)
class Accounting:
    """A picture with a row for each noise and rate and a column for each epsilon."""

    title: str
    rows: tuple[tuple[str, AbstractMechanism, float], ...]
    epsilons: tuple[float, ...] = (0.5, 1.0, 2.0)
    longest: int = 1000

    def draw(self, wanted: Options) -> None:
        """Draw all panels, and print how far the bounds are apart on them."""
        counts = sorted({round(count) for count in np.geomspace(1, self.longest, wanted.points)})
        figure, axes = panels(len(self.rows), len(self.epsilons), self.title, height=1.7)
        gains: list[float] = []
        excess: list[float] = []
        for row, (words, mechanism, rate) in zip(axes, self.rows, strict=True):
            step = Step(mechanism, Poisson(rate))
            for panel, epsilon in zip(row, self.epsilons, strict=True):
                panel.set(xscale="log", yscale="log", ylim=(SMALLEST, 1.5), title=f"{words}, ε = {epsilon:g}")
                for size in SIZES:
                    kinds = {kind: bound for kind, bound in KINDS.items() if size in DRAWN[kind]}
                    found = {kind: visible(bound, step, size, counts, epsilon) for kind, bound in kinds.items()}
                    for kind, deltas in found.items():
                        draw(panel, counts[-len(deltas) :], deltas, size, kind)
                    gains += ratios(found.get("post hoc", []), found["tight"])
                    excess += ratios(found.get("published", []), found.get("post hoc", []))
        label(axes, "iterations", "δ")
        legend(figure, groups(SIZES), WORDS)
        save(figure, wanted.picture)
        say("smallest post hoc / specific", min(gains))
        say(f"largest post hoc / specific where δ >= {SMALLEST:g}", max(gains))
        say("largest published / correct post hoc", max(excess))
