"""The five figures about a run: profile, trade-off, and epsilon over steps, group size and noise."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import cast

from tightdp.accounting import Answer, Program, account
from tightdp.accounting.worst import loose_rtol
from tightdp.errors import TightDPError
from tightdp.numerics.bound import Bound
from tightdp.numerics.number_text import exact_text, rounded_down, rounded_up
from tightdp.relations import AbstractRelation
from tightdp.report.figure import Figure, FigurePoint, Kind
from tightdp.report.profile_end import profile_end
from tightdp.report.run_variants import first_steps, noise_levels, with_group, with_noise
from tightdp.transport import Route

KINDS: tuple[Kind, ...] = ("profile", "trade-off", "steps", "group-size", "noise")
GROUPS = (1, 2, 3, 4, 5, 6, 7, 8)
STEP_POINTS = 10
NOISE_FACTORS = tuple(2.0 ** (power / 5.0) for power in range(-5, 6))
PROFILE_POINTS = 16
# Where witnesses and the dominating pair are apart, each point takes several compositions, and the gap between the
# ends is what the eye sees: fewer points do, and looser ends.
FEW_GROUPS = (1, 2, 4, 8)
FEW_STEP_POINTS = 4
FEW_NOISE_FACTORS = (0.5, 1.0, 2.0)
RATES = (0.0, 0.001, 0.003, 0.01, 0.03, 0.06, 0.1, 0.15, *(number / 10 for number in range(2, 11)))
_COARSE = 0.01
_DIGITS = 4


@dataclass(frozen=True, eq=False)
class FiguredRun:
    """A run, its answer, and the question that its figures are about.

    Parameters
    ----------
    answer
        The answer object of the run.
    delta
        delta in [0, 1) of the question.
    epsilon
        epsilon at that delta [nats].
    """

    answer: Answer
    delta: float
    epsilon: Bound

    @property
    def program(self) -> Program:
        """What ran."""
        return self.answer.program

    @property
    def relation(self) -> AbstractRelation:
        """Who may differ."""
        return self.answer.relation

    @property
    def rtol(self) -> float:
        """The relative gap of the curves: a little coarser than the answer's, so that a report takes seconds."""
        return max(self.answer.rtol, loose_rtol(self.epsilon) if self.is_apart else _COARSE)

    @property
    def is_apart(self) -> bool:
        """Whether the ends are so far apart that the eye sees the gap, and closer ends of either show nothing more."""
        return loose_rtol(self.epsilon) > 0.0

    @cached_property
    def curve(self) -> Answer:
        """The answer that the curves are read from; it shares what the run's own answer has computed."""
        return replace(self.answer, rtol=self.rtol)


def run_figure(run: FiguredRun, kind: Kind) -> Figure:
    """One figure; a point that has no answer carries the reason.

    Parameters
    ----------
    run
        What it is about.
    kind
        Which figure.

    Returns
    -------
    Figure
        The curve with its words.
    """
    return _FIGURES[kind](run)


def _profile(run: FiguredRun) -> Figure:
    end = profile_end(run.curve)
    on_axis = run.delta > 0.0 and run.epsilon.upper <= end
    epsilons = [float(f"{end * index / (PROFILE_POINTS - 1):.6g}") for index in range(PROFILE_POINTS)]
    points = [_point(eps, run.curve.glance(eps), f"ε = {_short(eps)}", "δ") for eps in epsilons]
    return Figure(
        "profile",
        "Privacy profile",
        "δ at each ε: how far the promise at that ε may be missed. Lower is more private.",
        "ε (nats)",
        "δ",
        tuple(points),
        "log",
        (run.epsilon.upper, run.delta) if on_axis else None,
    )


def _trade_off(run: FiguredRun) -> Figure:
    rates = run.curve.trade_off(RATES)
    points = [
        _point(rate, bound, f"false positive rate {exact_text(rate)}", "false negative rate", is_least=True)
        for rate, bound in zip(RATES, rates, strict=True)
    ]
    return Figure(
        "trade-off",
        "Trade-off of a membership test",
        "The least false negative rate of any test that tells neighbours apart, at each false positive rate. Guessing "
        "is the diagonal from 1 to 1; closer to it is more private.",
        "false positive rate",
        "false negative rate",
        tuple(points),
    )


def _steps(run: FiguredRun) -> Figure:
    total = run.program.steps
    points_in_all = FEW_STEP_POINTS if run.is_apart else STEP_POINTS
    counts = sorted({math.ceil(total * share / points_in_all) for share in range(1, points_in_all + 1)} - {0})
    points = [
        _answered(run, count, f"{_plural(count, 'step')}", lambda n=count: (first_steps(run.program, n), run.relation))
        for count in counts
    ]
    return Figure(
        "steps",
        "ε over steps",
        f"ε at δ = {exact_text(run.delta)} after the first steps of the run.",
        "steps",
        "ε (nats)",
        tuple(points),
        here=_here(run, total),
    )


def _group_size(run: FiguredRun) -> Figure:
    own = run.relation.group_size
    sizes = sorted({*(FEW_GROUPS if run.is_apart else GROUPS), own})
    points = [
        _answered(run, size, _plural(size, "record"), lambda k=size: (run.program, with_group(run.relation, k)))
        for size in sizes
    ]
    return Figure(
        "group-size",
        "ε over group size",
        f"ε at δ = {exact_text(run.delta)} when that many records may differ at once.",
        "group size (records)",
        "ε (nats)",
        tuple(points),
        here=_here(run, own),
    )


def _noise(run: FiguredRun) -> Figure:
    levels = noise_levels(run.program)
    only = next(iter(levels)) if len(levels) == 1 else None
    unit = 1.0 if only is None else only
    name = "noise (multiples of the run's)" if only is None else "noise (multiples of one record's contribution)"
    what = "noise times" if only is None else "noise"
    factors = (FEW_NOISE_FACTORS if run.is_apart else NOISE_FACTORS) if levels else ()
    points = [
        _answered(
            run,
            unit * factor,
            f"{what} {_short(unit * factor)}",
            lambda f=factor: (with_noise(run.program, f), run.relation),
        )
        for factor in factors
    ]
    none = "No mechanism of this run has a noise level, so there is nothing to vary."
    return Figure(
        "noise",
        "Noise against ε",
        f"ε at δ = {exact_text(run.delta)} if all noise were half to double." if levels else none,
        name,
        "ε (nats)",
        tuple(points),
        here=_here(run, unit) if levels else None,
    )


def _here(run: FiguredRun, x: float) -> tuple[float, float] | None:
    return (x, run.epsilon.upper) if math.isfinite(run.epsilon.upper) and run.program.steps else None


def _answered(
    run: FiguredRun, x: float, where: str, variant: Callable[[], tuple[Program, AbstractRelation]]
) -> FigurePoint:
    """epsilon of a variant of the run, a little coarser than the run's own; or why it has none."""
    try:
        program, relation = variant()
        if (program, relation) == (run.program, run.relation):
            return _point(x, run.epsilon, where, "ε")
        answer = account(program, relation, rtol=run.rtol, route=cast("Route", run.answer.route))
        return _point(x, answer.epsilon(run.delta), where, "ε")
    except TightDPError as error:
        return FigurePoint(x, None, f"{where}: {error}")


def _point(x: float, bound: Bound, where: str, name: str, *, is_least: bool = False) -> FigurePoint:
    """The end that is the guarantee comes first: the upper one, or the lower one of an error rate."""
    lower, upper = rounded_down(bound.lower, _DIGITS), rounded_up(bound.upper, _DIGITS)
    ends = f"at least {lower}, upper end {upper}" if is_least else f"at most {upper}, lower end {lower}"
    return FigurePoint(x, Bound(bound.lower, bound.upper), f"{where}: {name} {ends}")


def _plural(count: int, word: str) -> str:
    return f"{count} {word}{'' if count == 1 else 's'}"


def _short(value: float) -> str:
    return f"{value:.6g}"


def figures(run: FiguredRun, kinds: Sequence[Kind] = KINDS) -> tuple[Figure, ...]:
    """Several figures.

    Parameters
    ----------
    run
        What they are about.
    kinds
        Which.

    Returns
    -------
    tuple
        In the same order.
    """
    return tuple(run_figure(run, kind) for kind in kinds)


_FIGURES: dict[Kind, Callable[[FiguredRun], Figure]] = {
    "profile": _profile,
    "trade-off": _trade_off,
    "steps": _steps,
    "group-size": _group_size,
    "noise": _noise,
}
