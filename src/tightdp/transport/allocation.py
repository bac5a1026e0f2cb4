"""A record in k of t updates at random: the mean of the updates' likelihood ratios."""

from __future__ import annotations

import math

import numpy as np

from tightdp.mechanisms import AbstractMechanism, Gaussian, Laplace, Together
from tightdp.mechanisms.unit import Unit
from tightdp.pairs.amplified import amplify
from tightdp.pairs.averaged import averaged
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.swapped import swap
from tightdp.relations import Change
from tightdp.schemes import RandomAllocation

_CERTAIN = (0.0, 1.0)
_NONE = (1.0,)
# Where tables have to cut more than this, the pair without amplification stands beside them.
_RARE = 1e-100


def allocated(mechanism: AbstractMechanism, scheme: RandomAllocation, change: Change) -> tuple[Dominating, ...]:
    """One pass of t updates in which a record takes part k times (ALLOC).

    Let (P, Q) dominate one update with the record against one without it: some kernel, which may depend on earlier
    releases, turns P and Q into the two laws of the release. Draw z_s from P at the record's updates and from Q at all
    others, and push each z_s through the kernel of its update: that is the run with the record; with Q throughout it
    is the run without it. So ``(mean over subsets S of prod_S P prod_rest Q, prod Q)`` dominates the pass, whatever the
    other records do, since their updates are independent of this record's. For k = 1 its likelihood ratio is the mean
    of t independent ratios, and one function of the batch that attains (P, Q) in every update attains it. A uniform
    k-subset is one update from each block of a random partition of the updates into k blocks, and for a given
    partition the pair is a product of those of k = 1 over the blocks; convexity gives the rest.

    Parameters
    ----------
    mechanism
        What each update releases about its batch.
    scheme
        t and k.
    change
        Which records differ.

    Returns
    -------
    Guarantees about a whole pass. For groups nothing of their own is known: their pair reveals everything, and the
    chain over single records has to answer.
    """
    if isinstance(mechanism, Together) and len(mechanism.merged) == 1:
        mechanism = mechanism.merged[0]
    if change.substituted == 1:
        return (_replaced(mechanism, scheme),)
    forwards = change.leaving > 0
    one = mechanism.extremal(_CERTAIN, _NONE, "add-remove")[0]
    k, t = scheme.participations, scheme.updates
    words = f"{one.distance}, in {k} of {t} updates"
    attained = one.witnesses[0] if one.rounded or not one.tight else one.pair
    lowers = tuple(low if forwards else swap(low) for low in _attained(mechanism, attained, scheme))
    if change.substituted and not _may_leave(mechanism):
        lowers = _seen(mechanism, scheme)  # what one of the replaced records shows
    if change.size > 1:
        note = "groups under random allocation are bounded by a chain of single records"
        pair = Discrete(np.empty(0), np.empty(0), np.empty(0), 1.0, 1.0)
        return (Dominating(pair, lowers, "ALLOC", tight=False, tight_once=False, distance=words, note=note),)
    pair = averaged(one.pair, t, k, is_above=True)
    note = "" if k == 1 else "the record is granted to show which part of a random partition of the updates is which"
    tight = one.tight and k == 1
    found = Dominating(
        pair if forwards else swap(pair),
        lowers,
        "ALLOC",
        tight,
        tight_once=tight,
        distance=words,
        note="; ".join(text for text in (one.note, note) if text),
        rounded=True,
    )
    if found.pair.support.p_infinite <= _RARE:
        return (found,)
    shown = _repeated(mechanism, one.pair, k, "add-remove")
    return (found, *_without_amplification(shown if forwards else swap(shown), found))


def _repeated(mechanism: AbstractMechanism, pair: AbstractPair, times: int, unit: Unit) -> AbstractPair:
    """So many updates that are known to hold the record; of Gaussian noise ``mu^2`` adds up."""
    if isinstance(mechanism, Gaussian):
        joint = Gaussian(mechanism.noise_multiplier / math.sqrt(times), mechanism.substitution_sensitivity)
        return joint.extremal(_CERTAIN, _NONE, unit)[0].pair
    return pair if times == 1 else averaged(pair, times, times, is_above=True)


def _without_amplification(pair: AbstractPair, found: Dominating) -> tuple[Dominating, ...]:
    """A record that shows its updates, where the losses are too large for tables."""
    cut, own = found.pair.support, pair.support
    if cut.p_infinite - own.p_infinite <= _RARE:
        return ()
    return (Dominating(pair, found.witnesses, "ALLOC", tight=False, tight_once=False, distance=found.distance),)


def _attained(mechanism: AbstractMechanism, pair: AbstractPair, scheme: RandomAllocation) -> tuple[AbstractPair, ...]:
    """What a pass loses at least; with several participations what one update shows, or the sum of all of them."""
    k, t = scheme.participations, scheme.updates
    if k == 1:
        return (averaged(pair, t, 1, is_above=False),)
    one_update = amplify(pair, k / t)
    if not isinstance(mechanism, Gaussian):
        return (one_update,)
    total = Gaussian(mechanism.noise_multiplier * math.sqrt(t) / k)
    return one_update, total.extremal(_CERTAIN, _NONE, "add-remove")[0].pair


def _replaced(mechanism: AbstractMechanism, scheme: RandomAllocation) -> Dominating:
    """A replaced record keeps its updates; granted which ones they are, it is k replacements without amplification."""
    unit: Unit = "substitute"
    one = mechanism.extremal(_CERTAIN, _NONE, unit)[0]
    times = scheme.participations
    return Dominating(
        _repeated(mechanism, one.pair, times, unit),
        _seen(mechanism, scheme),
        "ALLOC",
        tight=False,
        tight_once=False,
        distance=f"{one.distance}, in {times} of {scheme.updates} updates",
        note="a replaced record is granted to show its updates, or to leave before the other one comes",
    )


def _seen(mechanism: AbstractMechanism, scheme: RandomAllocation) -> tuple[AbstractPair, ...]:
    """What is attained under substitution: of a sum, replacement by nothing; else what a single update shows."""
    if isinstance(mechanism, Gaussian | Laplace) and _may_leave(mechanism):
        gone = mechanism.extremal(_CERTAIN, _NONE, "add-remove")[0].pair
        found = _attained(mechanism, gone, scheme)
        return (*found, *(swap(pair) for pair in found))
    share = scheme.participations / scheme.updates
    seen = mechanism.extremal((1.0 - share, share), (1.0 - share, share), "add-remove")[0]
    return (seen.pair,) if seen.tight and not seen.rounded else seen.witnesses


def _may_leave(mechanism: AbstractMechanism) -> bool:
    """Whether a replaced record may move a batch's answer as one that leaves does; sums may be said to move less."""
    parts = mechanism.mechanisms if isinstance(mechanism, Together) else (mechanism,)
    return all(one.substitution_sensitivity >= 1.0 for one in parts if isinstance(one, Gaussian | Laplace))
