"""Mechanism-agnostic amplification: group profiles weighted by the number of changed records (B18)."""

from __future__ import annotations

import math
from dataclasses import replace

from tightdp.errors import CannotAnswer
from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, is_unchanged
from tightdp.pairs.amplified import amplify
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.spliced import splice
from tightdp.pairs.swapped import swap
from tightdp.schemes import ChangedCounts
from tightdp.transport.poisson_substitution import poisson_substitution_pair

ONE_SIDED = {
    "full-batch": "EXACT",
    "poisson": "B18/T8",
    "without-replacement": "B18/T2",
    "with-replacement": "B18/T11",
}
TWO_SIDED = {"poisson": "B18/A", "without-replacement": "B18/T9", "with-replacement": "B18/T10"}


def amplified_sum(mechanism: AbstractMechanism, counts: ChangedCounts) -> AbstractPair:
    """``d'(log(1 + eta (e^eps - 1))) = sum_(k >= 1) p_k d_k(eps)``, ``eta = sum_(k >= 1) p_k`` (B18 Thm 2 and 7).

    Parameters
    ----------
    mechanism
        Gives the group profiles d_k.
    counts
        Gives the probabilities p_k of k changed records.
    """
    rate = math.fsum(counts.p[1:])
    weights = tuple(weight / rate for weight in counts.p[1:])
    parts = [(w, k + 1) for k, w in enumerate(weights) if w > 0.0]
    pairs = tuple(mechanism.group_pair(k, counts.unit) for _, k in parts)
    return amplify(direct_sum(tuple(w for w, _ in parts), pairs), rate)


def agnostic(mechanism: AbstractMechanism, counts: ChangedCounts, scheme: str) -> Dominating:
    """The bound that needs only the mechanism's group profiles.

    Parameters
    ----------
    mechanism
        Gives the group profiles.
    counts
        The law of the number of changed records.
    scheme
        Name of the scheme, for the theorem's key.

    Raises
    ------
    CannotAnswer
        If records are both inserted and removed, a relation for which there is no such theorem.
    """
    if is_unchanged(counts.q):
        return _one_sided(mechanism, counts, scheme)
    if is_unchanged(counts.p):
        mirrored = ChangedCounts(counts.q, counts.p, counts.unit)
        found = _one_sided(mechanism, mirrored, scheme)
        return replace(found, pair=swap(found.pair), witnesses=tuple(swap(pair) for pair in found.witnesses))
    if counts.p != counts.q:
        raise CannotAnswer(
            "the mechanism-agnostic route with records both inserted and removed",
            "no distance-compatible coupling with a common event is known for it",
            "the default route, or the relations insert, remove or substitute",
        )
    return sup_profile(mechanism, counts, scheme)


def _one_sided(mechanism: AbstractMechanism, counts: ChangedCounts, scheme: str) -> Dominating:
    single = math.fsum(counts.p[2:]) == 0.0
    pair = (
        amplified_sum(mechanism, counts)
        if not is_unchanged(counts.p)
        else amplify(mechanism.group_pair(1, counts.unit), 0.0)
    )
    specific = mechanism.extremal(counts.p, counts.q, counts.unit)[0]
    key = ONE_SIDED[scheme] if single or scheme != "poisson" else "B18/T7"
    tight = single and specific.tight
    return replace(specific, pair=pair, theorem=key, tight=tight, tight_once=tight)


def sup_profile(mechanism: AbstractMechanism, counts: ChangedCounts, scheme: str) -> Dominating:
    """The sum for eps >= 0, its reflection for eps < 0 (theory 3.4): substitution under every sampling scheme.

    Parameters
    ----------
    mechanism
        Gives the group profiles.
    counts
        The law of the number of changed records, the same on both sides.
    scheme
        Name of the scheme, for the theorem's key.
    """
    specific = mechanism.extremal(counts.p, counts.q, counts.unit)[0]
    one_record = mechanism.extremal((0.0, 1.0), (1.0,), counts.unit)[0]
    single = one_record.tight and not any(counts.p[2:])
    note = "one pair of data sets attains the profile at eps >= 0, another at eps < 0"
    if counts.unit == "add-remove":
        pair, attained = poisson_substitution_pair(mechanism, counts)
        once = attained and single
    else:
        above = amplified_sum(mechanism, counts)
        pair, once = splice(above, swap(above)), single
    return Dominating(
        pair,
        specific.witnesses,
        TWO_SIDED[scheme],
        tight=False,
        tight_once=once,
        distance=specific.distance,
        note=note,
    )
