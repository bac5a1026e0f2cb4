"""The largest loss over all directions, refined only where it decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tightdp.accounting.direction import Direction
from tightdp.accounting.loss_program import AbstractLossProgram
from tightdp.numerics.bound import Bound
from tightdp.pld.rounding import Bracketed

Ask = Callable[[AbstractLossProgram, float], Bracketed]
_COARSE = 0.05


def worst(directions: tuple[Direction, ...], ask: Ask, rtol: float) -> Bracketed:
    """The bracket of the largest answer: upper ends are compared with upper ends, lower ends with lower ends.

    With more than two directions each is first bracketed coarsely; those whose upper end does not exceed that of the
    direction with the largest lower end need no finer one.

    Parameters
    ----------
    directions
        At least one.
    ask
        The question, asked of a loss program at a relative tolerance.
    rtol
        Wanted relative gap.
    """
    if len(directions) <= 2:
        return _largest([bracket(one, ask, rtol) for one in directions])
    coarse = [bracket(one, ask, max(rtol, _COARSE)) for one in directions]
    order = sorted(range(len(directions)), key=lambda i: coarse[i].bound.upper, reverse=True)
    done: list[Bracketed] = []
    reached = -1.0
    for i in order:
        if done and coarse[i].bound.upper <= reached:
            done.append(coarse[i])
            continue
        done.append(bracket(directions[i], ask, rtol))
        reached = max(reached, done[-1].bound.upper)
    return _largest(done)


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


def _largest(found: list[Bracketed]) -> Bracketed:
    top = max(found, key=lambda b: b.bound.upper)
    lower = max(b.bound.lower for b in found)
    return replace(top, bound=Bound(min(lower, top.bound.upper), top.bound.upper))
