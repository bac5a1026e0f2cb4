"""The largest loss over all directions, refined only where it decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from tightdp.accounting.direction import Direction
from tightdp.accounting.loss_program import AbstractLossProgram
from tightdp.numerics.bound import Bound
from tightdp.pld.bracketed import Bracketed

_COARSE = 0.05


@dataclass(frozen=True)
class Question:
    """What is asked of every direction.

    Parameters
    ----------
    ask
        The question, asked of a loss program at a relative tolerance.
    is_at_most
        Whether it is quickly proven that a loss program's answer does not exceed a number; other programs that were
        asked before may help.
    """

    ask: Callable[[AbstractLossProgram, float], Bracketed]
    is_at_most: Callable[[AbstractLossProgram, float, tuple[AbstractLossProgram, ...]], bool]


def epsilon_at(delta: float) -> Question:
    """The smallest eps >= 0 with ``d(eps) <= delta``.

    Parameters
    ----------
    delta
        Probability in [0, 1).
    """
    return Question(
        lambda program, rtol: program.epsilon(delta, rtol),
        lambda program, reached, others: program.is_at_most(reached, delta, others),
    )


def delta_at(epsilon: float) -> Question:
    """``d(eps)``.

    Parameters
    ----------
    epsilon
        eps in nats.
    """
    return Question(
        lambda program, rtol: program.delta(epsilon, rtol),
        lambda program, reached, others: program.is_at_most(epsilon, reached, others),
    )


def seen_at(epsilon: float) -> Question:
    """``d(eps)`` as closely as a curve shows: off by no more than the tolerance sideways.

    Parameters
    ----------
    epsilon
        eps in nats.
    """
    return Question(
        lambda program, rtol: program.glance(epsilon, rtol),
        lambda program, reached, others: program.is_at_most(epsilon, reached, others),
    )


def loose_rtol(epsilon: Bound) -> float:
    """A tolerance at which the ends of other numbers of a run stand out no more than those of its eps do.

    Parameters
    ----------
    epsilon
        The run's eps [nats].

    Returns
    -------
    float
        A quarter of its relative gap, at most 5%; 0 where the gap is below 5%, so that close ends stay close.
    """
    gap = epsilon.relative_gap
    return min(0.25 * gap, _COARSE) if gap > _COARSE else 0.0


def worst(directions: tuple[Direction, ...], question: Question, rtol: float) -> Bracketed:
    """The bracket of the largest answer: upper ends are compared with upper ends, lower ends with lower ends.

    The first direction is bracketed as finely as asked. Every other one is first asked whether it quickly proves to
    stay below all upper ends so far, and bracketed only if it does not, or if the first bracket is wide.

    Parameters
    ----------
    directions
        At least one.
    question
        The question.
    rtol
        Wanted relative gap.
    """
    first, *others = directions
    found = [bracket(first, question, rtol)]
    reached = found[0].bound.upper
    if found[0].bound.relative_gap <= 2.0 * rtol:
        others = [
            one
            for one in others
            if not any(question.is_at_most(program, reached, first.above) for program in one.above)
        ]
    coarse = [(bracket(one, question, max(rtol, _COARSE)), one) for one in others]
    for rough, one in sorted(coarse, key=lambda pair: pair[0].bound.upper, reverse=True):
        found.append(rough if rough.bound.upper <= reached else bracket(one, question, rtol))
        reached = max(reached, found[-1].bound.upper)
    top = max(found, key=lambda b: b.bound.upper)
    lower = max(b.bound.lower for b in found)
    return replace(top, bound=Bound(min(lower, top.bound.upper), top.bound.upper))


def bracket(one: Direction, question: Question, rtol: float) -> Bracketed:
    """The bracket of one direction.

    Parameters
    ----------
    one
        The direction.
    question
        The question.
    rtol
        Wanted relative gap.
    """
    found = min((question.ask(program, rtol) for program in one.above), key=lambda b: b.bound.upper)
    if not one.below:
        return found
    lower = _reached(one.below, question, rtol)
    return replace(found, bound=Bound(min(lower, found.bound.upper), found.bound.upper))


def _reached(below: tuple[AbstractLossProgram, ...], question: Question, rtol: float) -> float:
    """The largest lower end: each witness is asked coarsely, and closely only while it may still be the largest."""
    coarse = rtol if len(below) == 1 else max(rtol, _COARSE)
    rough = [(question.ask(program, coarse).bound, program) for program in below]
    lower = max(bound.lower for bound, _ in rough)
    for bound, program in sorted(rough, key=lambda pair: pair[0].upper, reverse=True):
        if coarse > rtol and bound.upper > lower:
            lower = max(lower, question.ask(program, rtol).bound.lower)
    return lower
