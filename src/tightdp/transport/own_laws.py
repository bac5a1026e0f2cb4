"""The automatic search for events: laws of batches of any kind to guarantees about one step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

import numpy as np

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Profile
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.swapped import swap
from tightdp.schemes.batch_laws import AbstractBatchLaws
from tightdp.transport.events import Plan, Transport, by_distance, by_type, direct
from tightdp.transport.lowest_profile import lowest_pair
from tightdp.transport.overlapping import Overlapping, overlapping, overlapping_pair
from tightdp.transport.reach import ShiftReach, distances, reach_of
from tightdp.transport.stars import Star, pair_of_plan, same_star, star
from tightdp.transport.worst_functions import attained_pairs, worst_functions

_EPSILONS = np.concatenate([-np.geomspace(90.0, 1e-3, 24), [0.0], np.geomspace(1e-3, 90.0, 24)])
_BETTER = 1e-9
_MOST_STARS = 400


@lru_cache(maxsize=64)
def dominate_laws(
    mechanism: AbstractMechanism, laws: AbstractBatchLaws, route: str, exact_orders: int = 0
) -> tuple[Dominating, ...]:
    """Guarantees about one step for two laws of its batch: every choice of events, the best ones kept.

    Parameters
    ----------
    mechanism
        What is released about a batch.
    laws
        The laws of the batch under x and under x'.
    route
        ``"specific"``: events and one pair of mixtures for each tuple of batches (S24 Theorem 3.4). ``"agnostic"``:
        overlapping mixtures and group profiles (B18 section 3). ``"tightest"``: both, and the hull of all of them.
    exact_orders
        At how many eps a step is solved exactly, in each direction, for the hull (SHARP).

    Raises
    ------
    CannotAnswer
        If a black box is asked for the specific route.
    """
    if route == "specific" and isinstance(mechanism, EpsilonDelta | Profile):
        raise CannotAnswer(
            f"the mechanism-specific route for {type(mechanism).__name__}",
            "a black box has no noise law to be specific about",
            "the routes 'tightest' or 'agnostic'",
        )
    problem = transport_problem(mechanism, laws)
    if bool(np.all(np.abs(problem.classes.p - problem.classes.q) <= 1e-12 * problem.classes.p)):
        return (_unchanged(problem),)
    found: list[Dominating] = []
    if route != "agnostic":
        for plan in plans(problem):
            found.append(guarantee(problem, plan))
            if found[-1].tight:
                return (found[-1],)
    if route != "specific":
        found += [_overlapping_guarantee(one) for one in orders(problem)]
    best = _best(found)
    if route != "tightest" or (len(best) == 1 and not exact_orders):
        return best
    return *best, _hull(problem, best, exact_orders)


def _hull(problem: Transport, found: tuple[Dominating, ...], exact_orders: int) -> Dominating:
    """All bounds, and exact values at some eps, as one pair."""
    pair = lowest_pair(tuple(one.pair for one in found), problem, exact_orders)
    words = f"the smallest at each eps of {', '.join(dict.fromkeys(one.theorem for one in found))}"
    if exact_orders:
        words += f", and the exact worst case at {exact_orders} eps"
    key = "SHARP" if exact_orders else "SUP"
    return replace(found[0], pair=pair, theorem=key, tight=False, tight_once=False, distance=words, note="")


def orders(problem: Transport) -> tuple[Transport, ...]:
    """Couplings chosen by the mechanism's distances, and by counting the records in which two batches differ.

    Parameters
    ----------
    problem
        The laws and distances.
    """
    missing = problem.classes.missing
    counted = np.where(missing + missing.T >= 0, missing + missing.T, np.inf).astype(np.float64)
    if bool(np.all(counted == problem.distances)):
        return (problem,)
    return problem, Transport(problem.reach, problem.classes, problem.distances, counted)


def plans(problem: Transport) -> Iterator[Plan]:
    """Every choice of events that is tried, with couplings of either order, each plan once.

    Parameters
    ----------
    problem
        The laws and distances.
    """
    seen: set[tuple[Star, ...]] = set()
    for choose in (by_distance, by_type, direct):
        for one in orders(problem):
            plan = choose(one)
            if plan.stars not in seen and len(plan.stars) <= _MOST_STARS:
                seen.add(plan.stars)
                yield plan


def transport_problem(mechanism: AbstractMechanism, laws: AbstractBatchLaws) -> Transport:
    """The laws and distances that one mechanism sees.

    Parameters
    ----------
    mechanism
        What is released about a batch.
    laws
        The laws of the batch.
    """
    reach, classes = reach_of(mechanism), laws.classes
    between = distances(reach, classes)
    return Transport(reach, classes, between, between)


def _unchanged(problem: Transport) -> Dominating:
    """Both data sets give the same batches with the same probabilities."""
    pair = attained_pairs(problem)[-1]
    return Dominating(pair, (pair,), "EXACT", tight=True, tight_once=True, distance="none: both laws are the same")


def guarantee(problem: Transport, plan: Plan) -> Dominating:
    """The pair of a plan, and whether a function of the batch attains it.

    Parameters
    ----------
    problem
        The laws and distances.
    plan
        The plan.
    """
    pair, single = pair_of_plan(problem.reach, plan.stars)
    used = sorted({d for one in plan.stars for d, _ in (*one.p, *one.q)})
    words = f"events: {plan.events}; distances {', '.join(f'{d:g}' for d in used[:8])}{', ...' * (len(used) > 8)}"
    note = _incompatible_note(problem, plan)
    if single is not None and not isinstance(problem.reach, ShiftReach):
        return replace(single, theorem=plan.theorem, distance=words, note=note or single.note)
    tight = single is not None and any(same_star(one.masses, plan.stars[0]) for one in worst_functions(problem)[:1])
    witnesses = (pair,) if tight else attained_pairs(problem)
    return Dominating(pair, witnesses, plan.theorem, tight=tight, tight_once=tight, distance=words, note=note)


def _incompatible_note(problem: Transport, plan: Plan) -> str:
    if not plan.incompatible:
        return ""
    return "no distance-compatible coupling: " + plan.incompatible[0].words(problem.classes.names)


def _overlapping_guarantee(problem: Transport) -> Dominating:
    forward, backward = overlapping(problem), overlapping(problem.swapped())
    words = f"events: what both data sets give alike, and the rest (eta = {forward.eta:.6g})"
    for one, is_turned in ((forward, False), (backward, True)):
        if one.is_one_sided:
            return _one_sided(problem, one, words, is_turned=is_turned)
    pair = overlapping_pair(problem, forward, backward)
    witnesses = attained_pairs(problem)
    once = forward.is_plain and backward.is_plain and _is_attained(pair, witnesses)
    note = "one pair of data sets attains the profile at eps >= 0, another at eps < 0" if once else ""
    if forward.incompatible:
        note = "no distance-compatible coupling: " + forward.incompatible[0].words(problem.classes.names)
    return Dominating(pair, witnesses, _overlap_key(forward), tight=False, tight_once=once, distance=words, note=note)


def _one_sided(problem: Transport, found: Overlapping, words: str, *, is_turned: bool) -> Dominating:
    """``((1 - eta) q + eta p1, q)``: the bound holds at every order. With one distance it is a plan of one star."""
    key = _overlap_key(found)
    if len(found.to_other) == 1:
        ((distance, _),) = found.to_other.items()
        masses = [(0.0, 1.0 - found.eta), (distance, found.eta)], [(0.0, 1.0)]
        single = star(*(masses[::-1] if is_turned else masses))
        return replace(guarantee(problem, Plan((single,), "", (), key)), distance=words)
    pair = found.pair(problem.reach)
    pair = swap(pair) if is_turned else pair
    return Dominating(pair, attained_pairs(problem), key, tight=False, tight_once=False, distance=words)


def _overlap_key(found: Overlapping) -> str:
    single = max(len(found.to_shared), len(found.to_other)) == 1
    return "B18/T2" if single and found.is_plain else "B18/T7"


def _is_attained(pair: AbstractPair, witnesses: tuple[AbstractPair, ...]) -> bool:
    """Whether at each eps looked at some witness has the pair's profile."""
    tops = np.max([one.hockey_stick(_EPSILONS) for one in witnesses], axis=0)
    return bool(np.all(tops >= pair.hockey_stick(_EPSILONS) * (1.0 - _BETTER) - 1e-16))


def _best(found: Iterable[Dominating]) -> tuple[Dominating, ...]:
    """Those that are smallest at some eps, each bringing something new; one that is attained stays first."""
    ordered = sorted(found, key=lambda one: not one.tight_once)
    heights = [one.pair.hockey_stick(_EPSILONS) for one in ordered]
    lowest = np.min(heights, axis=0) * (1.0 + _BETTER) + 1e-16
    kept: list[int] = []
    covered = np.zeros(len(_EPSILONS), dtype=bool)
    for i, values in enumerate(heights):
        here = values <= lowest
        if (i == 0 and ordered[0].tight_once) or bool(np.any(here & ~covered)):
            kept.append(i)
            covered |= here
    return tuple(ordered[i] for i in kept)
