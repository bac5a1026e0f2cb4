"""The choice of route: (mechanism, scheme, change) to guarantees about one step in one direction."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Profile
from tightdp.mechanisms.abstract_mechanism import is_unchanged
from tightdp.mechanisms.unit import Unit
from tightdp.pairs.dominating import Dominating
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, FullBatch, OwnScheme, RandomAllocation, TruncatedPoisson
from tightdp.transport.agnostic import agnostic, sup_profile
from tightdp.transport.allocation import allocated
from tightdp.transport.own_laws import dominate_laws
from tightdp.transport.truncation import truncated

Route = Literal["tightest", "specific", "agnostic"]
ROUTES: tuple[Route, ...] = ("tightest", "specific", "agnostic")


def dominate(
    mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change, route: Route = "tightest"
) -> tuple[Dominating, ...]:
    """Pairs that dominate one step ``mechanism(batch)`` for one ordered change of the data set.

    Parameters
    ----------
    mechanism
        What is released about a batch.
    scheme
        How the batch is drawn.
    change
        Which records differ.
    route
        ``"specific"`` uses the law of the noise (S24), ``"agnostic"`` only group profiles (B18 Theorems 8 to 11),
        ``"tightest"`` whatever is proven, the best one last to be chosen by the accountant.

    Returns
    -------
    One guarantee, or several of which none is best at every eps.

    Raises
    ------
    CannotAnswer
        If nothing is proven for the combination.
    InvalidInput
        If the change does not fit the data set.
    """
    if isinstance(scheme, OwnScheme):
        return dominate_laws(mechanism, scheme.laws_of(change), route, scheme.exact_orders)
    if scheme.name == FullBatch.name and change.removed == change.inserted:
        change = Change(substituted=change.leaving)  # as many come as go: the batches differ in replaced records
    is_black_box = isinstance(mechanism, EpsilonDelta | Profile)
    if isinstance(scheme, RandomAllocation | TruncatedPoisson):
        _check_route(mechanism, route, is_black_box=is_black_box)
        is_cut = isinstance(scheme, TruncatedPoisson)
        return truncated(mechanism, scheme, change) if is_cut else allocated(mechanism, scheme, change)
    counts = scheme.law(change)
    if scheme.name == FullBatch.name and (is_black_box or route == "agnostic"):
        return (_without_sampling(mechanism, change, counts.unit),)
    if route == "agnostic":
        return (agnostic(mechanism, counts, scheme.name),)
    _check_route(mechanism, route, is_black_box=is_black_box)
    found = mechanism.extremal(counts.p, counts.q, counts.unit)
    two_sided = not (is_unchanged(counts.p) or is_unchanged(counts.q))
    if route == "tightest" and two_sided and counts.p == counts.q and not any(g.tight_once for g in found):
        reflected = sup_profile(mechanism, counts, scheme.name)
        return (reflected,) if reflected.tight_once else (reflected, *found)
    return found


def _check_route(mechanism: AbstractMechanism, route: Route, *, is_black_box: bool) -> None:
    if route == "specific" and is_black_box:
        raise CannotAnswer(
            f"the mechanism-specific route for {type(mechanism).__name__}",
            "a black box has no noise law to be specific about",
            "the routes 'tightest' or 'agnostic'",
        )
    if route == "agnostic" and not is_black_box:
        raise CannotAnswer(
            "the mechanism-agnostic route for random allocation and for batches that are cut",
            "nothing is known of it from group profiles alone",
            "the routes 'tightest' or 'specific'",
        )


def _without_sampling(mechanism: AbstractMechanism, change: Change, unit: Unit) -> Dominating:
    """The group pair at the whole distance: inserted and removed records add up."""
    one = mechanism.extremal((0.0, 1.0), (1.0,), unit)[0]
    words = f"{change.size} changed record(s) of the full batch ({unit})"
    if change.size == 1:
        return replace(one, theorem="EXACT", distance=words)
    pair = mechanism.group_pair(change.size, unit)
    return Dominating(pair, one.witnesses, "EXACT", tight=False, tight_once=False, distance=words, note=one.note)
