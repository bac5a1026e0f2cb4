"""Poisson sampling under substitution, from group profiles alone."""

from __future__ import annotations

import math

import numpy as np

from tightdp.mechanisms.abstract_mechanism import AbstractMechanism
from tightdp.numerics.log_domain import amplify_loss
from tightdp.pairs.amplified import amplify
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.from_profile import pair_of_profile, profile_grid
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.spliced import splice
from tightdp.pairs.swapped import swap
from tightdp.schemes import ChangedCounts

_LEAST = 1e-300


def poisson_substitution_pair(mechanism: AbstractMechanism, counts: ChangedCounts) -> tuple[AbstractPair, bool]:
    """``d'(eps') <= sum_k p_k ((1 - b) d_k^R(eps) + b d_k^S(eps))`` with ``b = e^(eps' - eps)`` (theory 1.10 a).

    Here ``eps' = log(1 + eta (e^eps - 1))`` and R, S are the profiles for k records that come or go and for k
    replaced ones. Couple the two batches so that the same positions are drawn: a changed batch is at R-distance k
    from the unchanged one and at S-distance k from its partner. Below the largest loss a profile is never 0, only
    below all floats, so it counts as 1e-300 there. The values are reflected at 0 and joined by chords;
    where both profiles are alike the sum is a pair's own profile and needs no chords.

    Parameters
    ----------
    mechanism
        Gives both group profiles.
    counts
        The law of the number of changed records, the same on both sides.

    Returns
    -------
    The pair, and whether the bound is one that some mechanism attains (both profiles are alike).
    """
    rate = math.fsum(counts.p[1:])
    sizes = [k for k in range(1, len(counts.p)) if counts.p[k] > 0.0]
    come_or_go = [mechanism.group_pair(k, "add-remove") for k in sizes]
    replaced = [mechanism.group_pair(k, "substitute") for k in sizes]
    epsilons = profile_grid(1500, 300.0)
    arrived = amplify_loss(epsilons, rate)
    share = np.exp(arrived - epsilons)
    total = np.zeros(len(epsilons))
    alike = True
    for k, one, other in zip(sizes, come_or_go, replaced, strict=True):
        coming, replacing = one.hockey_stick(epsilons), other.hockey_stick(epsilons)
        alike = alike and bool(np.all(coming == replacing))
        total += counts.p[k] * ((1.0 - share) * coming + share * replacing)
    if alike:
        weights = tuple(counts.p[k] / rate for k in sizes)
        above = amplify(direct_sum(weights, tuple(come_or_go)), rate)
        return splice(above, swap(above)), True
    largest = max(pair.support.highest for pair in (*come_or_go, *replaced))
    total = np.where(epsilons < largest, np.maximum(total, _LEAST), total)
    return pair_of_profile(arrived, np.minimum(total, 1.0)), False
