"""The largest loss over all directions, refined only where it decides."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from tightdp.accounting.direction import Direction
from tightdp.accounting.loss_program import AbstractLossProgram
from tightdp.numerics.bound import Bound
from tightdp.pld.bracketed import Bracketed

Ask = Callable[[AbstractLossProgram, float], Bracketed]
_COARSE = 0.05


def worst(directions: tuple[Direction, ...], ask: Ask, rtol: float) -> Bracketed:
    """The bracket of the largest answer: upper ends are compared with upper ends, lower ends with lower ends.

    The first direction is bracketed as finely as asked; of every other one a quick upper end comes first, and more
    only if that exceeds all upper ends so far, or if the first bracket is wide.

    Parameters
    ----------
    directions
        At least one.
    ask
        The question, asked of a loss program at a relative tolerance.
    rtol
        Wanted relative gap.
    """
    first, *others = directions
    found = [bracket(first, ask, rtol)]
    reached = found[0].bound.upper
    if found[0].bound.relative_gap <= 2.0 * rtol:
        others = [one for one in others if _quick_upper(one, ask) > reached]
    coarse = [(bracket(one, ask, max(rtol, _COARSE)), one) for one in others]
    for rough, one in sorted(coarse, key=lambda pair: pair[0].bound.upper, reverse=True):
        found.append(rough if rough.bound.upper <= reached else bracket(one, ask, rtol))
        reached = max(reached, found[-1].bound.upper)
    top = max(found, key=lambda b: b.bound.upper)
    lower = max(b.bound.lower for b in found)
    return replace(top, bound=Bound(min(lower, top.bound.upper), top.bound.upper))


def _quick_upper(one: Direction, ask: Ask) -> float:
    return min(ask(program, math.inf).bound.upper for program in one.above)


def bracket(one: Direction, ask: Ask, rtol: float) -> Bracketed:
    """The bracket of one direction.

    Parameters
    ----------
    one
        The direction.
    ask
        The question.
    rtol
        Wanted relative gap.
    """
    found = min((ask(program, rtol) for program in one.above), key=lambda b: b.bound.upper)
    if not one.below:
        return found
    lower = max(ask(program, rtol).bound.lower for program in one.below)
    return replace(found, bound=Bound(min(lower, found.bound.upper), found.bound.upper))
