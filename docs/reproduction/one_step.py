"""Privacy profiles of one step under insertion and removal of K records, in the three ways that S24 compares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from panels import Options, draw, groups, label, legend, panels, save, say

from tightdp import AddRemove, Gaussian, Insert, Laplace, Poisson, RandomizedResponse, Remove, Step, account
from tightdp.baselines import group_delta

SIZES = (1, 2, 4, 8, 16)
SMALLEST = 1e-8  # where the axes end
Profile = Callable[[Step, int, Sequence[float]], list[float]]


def specific(step: Step, size: int, epsilons: Sequence[float]) -> list[float]:
    """The tight profile: the largest over all ways to split K into removals and insertions."""
    return [bound.upper for bound in account(step, AddRemove(size)).profile(epsilons)]


def removals(step: Step, size: int, epsilons: Sequence[float]) -> list[float]:
    """The tight profile when all K records are removed."""
    return [bound.upper for bound in account(step, Remove(size)).profile(epsilons)]


def agnostic(step: Step, size: int, epsilons: Sequence[float]) -> list[float]:
    """Maximal coupling: group profiles of the noise weighted by how many of the K were drawn; K removed or inserted."""
    sides = [account(step, side(size), route="agnostic").profile(epsilons) for side in (Remove, Insert)]
    return [max(remove.upper, insert.upper) for remove, insert in zip(*sides, strict=True)]


def post_hoc(step: Step, size: int, epsilons: Sequence[float]) -> list[float]:
    """Group privacy after the fact: the tight profile of one record, ``d_1(eps / K) (1 + e^(eps/K) + ...)``."""
    bounds = [group_delta(lambda share: specific(step, 1, [share])[0], size, epsilon) for epsilon in epsilons]
    return list(np.minimum.accumulate(bounds))  # a profile does not increase


@dataclass(frozen=True)
class Comparison:
    """A picture of rates (rows) and noises (columns), with the tight profile against one other bound."""

    title: str
    kind: str
    words: str
    other: Profile
    steps: tuple[tuple[tuple[str, Step], ...], ...]
    largest: float

    def draw(self, wanted: Options) -> None:
        """Draw all panels, and print how far the bounds are apart on them."""
        epsilons = list(self.largest * np.linspace(0.0, 1.0, wanted.points) ** 2)  # closer where curves fall
        figure, axes = panels(len(self.steps), len(self.steps[0]), self.title)
        ratios, splits = [1.0], [1.0]
        for panel, (title, step) in zip(chain(*axes), chain(*self.steps), strict=True):
            for size in SIZES:
                tight, other = specific(step, size, epsilons), self.other(step, size, epsilons)
                draw(panel, epsilons, tight, size, "tight", floor=SMALLEST)
                draw(panel, epsilons, other, size, self.kind, floor=SMALLEST)
                seen = [k for k, delta in enumerate(tight) if delta >= SMALLEST]
                ratios += [other[k] / tight[k] for k in seen]
                splits += [tight[k] / one for k, one in enumerate(removals(step, size, epsilons)) if k in seen]
            panel.set(yscale="log", ylim=(SMALLEST, 1.5), xlim=(0.0, self.largest), title=title)
        label(axes, "ε (nats)", "δ")
        legend(figure, groups(SIZES), {"tight": "mechanism-specific", self.kind: self.words})
        save(figure, wanted.picture)
        say(f"smallest {self.words} / specific", min(ratios))
        say(f"largest {self.words} / specific where δ >= {SMALLEST:g}", max(ratios))
        say("largest excess of the worst split over K removals", max(splits) - 1.0)


def gaussian_steps(rates: Sequence[float], sigmas: Sequence[float]) -> tuple[tuple[tuple[str, Step], ...], ...]:
    """Rows of Gaussian steps with their titles."""
    return tuple(
        tuple((f"r = {rate:g}, σ = {sigma:g}", Step(Gaussian(sigma), Poisson(rate))) for sigma in sigmas)
        for rate in rates
    )


def laplace_steps(rates: Sequence[float], scales: Sequence[float]) -> tuple[tuple[tuple[str, Step], ...], ...]:
    """Rows of Laplace steps with their titles."""
    return tuple(
        tuple((f"r = {rate:g}, b = {scale:g}", Step(Laplace(scale), Poisson(rate))) for scale in scales)
        for rate in rates
    )


def response_steps(rates: Sequence[float], truths: Sequence[float]) -> tuple[tuple[tuple[str, Step], ...], ...]:
    """Rows of randomised response steps with their titles."""
    return tuple(
        tuple((f"r = {rate:g}, θ = {truth:g}", Step(RandomizedResponse(truth), Poisson(rate))) for truth in truths)
        for rate in rates
    )
