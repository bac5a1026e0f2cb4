"""Composition of the guarantees of single steps, with the delta spread over them as well as a short list allows."""

from __future__ import annotations

import math
from collections.abc import Callable

from tightdp.baselines.advanced_composition import advanced_composition
from tightdp.baselines.case import Case
from tightdp.baselines.guarantee import Guarantee, step_epsilons
from tightdp.baselines.naive_composition import naive_composition
from tightdp.baselines.optimal_composition import optimal_composition
from tightdp.errors import CannotAnswer
from tightdp.numerics.bound import Bound

# Shares of delta that go to the composition itself; the rest goes to the steps in equal parts.
_SHARES = (0.1, 0.5, 0.9, 1.0)


def naive_epsilon(case: Case) -> Bound:
    """Each step's eps at ``delta / T``, added up.

    Parameters
    ----------
    case
        The question.
    """
    guarantees = _guarantees(case, case.delta / max(case.program.steps, 1))
    return Bound(0.0, math.inf if guarantees is None else naive_composition(guarantees)[0])


def advanced_epsilon(case: Case) -> Bound:
    """The least eps over several shares of slack.

    Parameters
    ----------
    case
        The question.

    Raises
    ------
    CannotAnswer
        If delta is 0.
    """
    if case.delta == 0.0:
        raise CannotAnswer("advanced composition", "its slack takes a positive delta", "naive composition")
    return _least(case, lambda guarantees, slack: advanced_composition(guarantees, slack)[0])


def optimal_epsilon(case: Case) -> Bound:
    """The least eps over several shares; the steps must be of one kind.

    Parameters
    ----------
    case
        The question.

    Raises
    ------
    CannotAnswer
        If the steps are of several kinds.
    """
    kinds = len(case.program.parts)
    if kinds > 1:
        reason = (
            f"the steps are of {kinds} kinds, and for different guarantees it is a counting problem without a formula"
        )
        raise CannotAnswer("optimal composition", reason, "account, which composes losses of any kinds")
    if kinds == 0:
        return Bound(0.0, 0.0)
    shares = (0.0, *_SHARES)  # without slack it is naive composition at worst
    return _least(case, lambda guarantees, _: optimal_composition(guarantees[0], case.delta), shares)


def _least(
    case: Case, compose: Callable[[list[Guarantee], float], float], shares: tuple[float, ...] = _SHARES
) -> Bound:
    """The least eps over the shares; without any delta for the steps only where they are pure."""
    best = math.inf
    for share in shares:
        slack = share * case.delta
        guarantees = _guarantees(case, (case.delta - slack) / max(case.program.steps, 1))
        if guarantees is not None:
            best = min(best, compose(guarantees, slack))
    return Bound(0.0, best)


def _guarantees(case: Case, delta: float) -> list[Guarantee] | None:
    """What each kind of step keeps to at a delta of its own; None if one keeps to nothing."""
    epsilons = step_epsilons(case.program, case.relation, delta, case.rtol)
    if any(math.isinf(epsilon) for epsilon in epsilons):
        return None
    parts = zip(epsilons, case.program.parts, strict=True)
    return [Guarantee(epsilon, delta, count) for epsilon, (_, count) in parts]
