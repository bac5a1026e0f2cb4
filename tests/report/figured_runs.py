"""Small runs to draw."""

from __future__ import annotations

import math

from tightdp.accounting import Program, Step, account
from tightdp.mechanisms import Gaussian, Laplace, RandomizedResponse
from tightdp.numerics.bound import Bound
from tightdp.relations import AbstractRelation, AddRemove, Substitute
from tightdp.report.figure import Figure, FigurePoint
from tightdp.report.run_figures import FiguredRun
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement

FIRST = Step(Gaussian(1.0), Poisson(0.01))
SECOND = Step(Laplace(4.0), FullBatch())
ONE = AddRemove()
RESPONSE = Step(RandomizedResponse(0.75), WithoutReplacement(4, 2))

CURVE = Figure(
    "steps",
    "A <title>",
    "A summary.",
    "steps",
    "ε (nats)",
    (
        FigurePoint(1.0, Bound(0.5, 0.6), "1 step: ε at most 0.6"),
        FigurePoint(2.0, None, "2 steps: no answer"),
        FigurePoint(3.0, Bound(0.9, math.inf), "3 steps: ε at most inf"),
        FigurePoint(4.0, Bound(1.0, 1.2), "4 steps: ε at most 1.2"),
    ),
    here=(4.0, 1.2),
)


def figured(program: Program | Step, relation: AbstractRelation = ONE, delta: float = 1e-5) -> FiguredRun:
    """The run with its epsilon, quickly."""
    answer = account(program, relation, rtol=0.05)
    return FiguredRun(answer, delta, answer.epsilon(delta))


def mixed() -> FiguredRun:
    """Two phases with two kinds of noise."""
    return figured(4 * FIRST + 2 * SECOND)


def responses() -> FiguredRun:
    """A run without any noise level, about so few records that large groups do not fit."""
    return figured(2 * RESPONSE, Substitute(2), delta=0.0)
