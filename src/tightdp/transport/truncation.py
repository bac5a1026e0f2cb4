"""One record more under Poisson sampling whose batches are cut: added to the batch, or in the place of another."""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import AbstractMechanism
from tightdp.mechanisms.abstract_mechanism import Weights
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.dominating import Dominating
from tightdp.relations import Change
from tightdp.schemes import TruncatedPoisson

_NONE: Weights = (1.0,)


def truncated(mechanism: AbstractMechanism, scheme: TruncatedPoisson, change: Change) -> tuple[Dominating, ...]:
    """``Pr[N < B] (Poisson pair, one record added) + Pr[N >= B] (pair of rate r_E, one record replaced)`` (TRUNC).

    Let v be the record that x has and x' lacks, and N the number of other records drawn, which has the same law under
    both and is granted to whoever looks, as far as ``N < B`` or not. If ``N < B``, x' gives the set S of the others
    drawn, and x gives S with v added, with probability r: v's coin is independent of S. If ``N >= B``, x' gives a set U
    of B of the others, uniform since the cut is; x has v in its batch with probability ``r_E = E[r B / (N + 1)]``, and
    then the rest of the batch is a uniform set of B - 1 of the others, otherwise B of them. So both can be drawn from
    one uniform U: x' gives U, x gives U, or with probability r_E gives U with a uniform member of it replaced by v.
    Each of the two is what the mechanism's own theorem is about, with v alone changed, and a divergence given a public
    event of equal probability is the weighted sum.

    This is never above the bound by total variation, ``d_Poisson(eps) + T tau_x + e^eps T tau_x'`` with ``tau`` the
    probability of more than B drawn: in a full step the data set with v gives U itself, as the other does, except with
    ``Pr[N >= B] r_E = (B / n) tau`` of its own tau. Leaving all those exceptions out costs T times that in P, or e^eps
    times as much if they are in Q, and what is left is Poisson sampling with fewer steps.

    Parameters
    ----------
    mechanism
        What is released about a batch.
    scheme
        Rate, cut and data set size.
    change
        Which records differ.

    Returns
    -------
    Guarantees, of which each holds; with a cut that never takes effect they are those of Poisson sampling.

    Raises
    ------
    CannotAnswer
        If records are replaced, or more than one comes or goes.
    """
    if change.substituted or change.size != 1:
        raise CannotAnswer(
            f"batches cut at {scheme.largest_batch} records under {change}",
            "the proof is about one record that comes or goes: of several, one may push another out",
            "add/remove of one record, or batches that are not cut (Poisson)",
        )
    is_removed = change.removed == 1
    cut = scheme.cut()
    plain = _sided(scheme.rate, is_removed=is_removed)
    added = mechanism.extremal(*plain, "add-remove")
    if cut.full == 0.0:
        return added
    replaced = mechanism.extremal(*_sided(cut.rate, is_removed=is_removed), "substitute")
    share = cut.free * scheme.rate + cut.full * cut.rate * (1.0 - 1e-13)
    seen = mechanism.extremal(*_sided(share * (1.0 - 1e-13), is_removed=is_removed), "add-remove")[0]
    words = (
        f"{added[0].distance}; with probability {cut.full:.3g} the batch is full without the record, which then takes "
        f"another's place at rate {cut.rate:.3g}"
    )
    pairs = [direct_sum((cut.free, cut.full), (one.pair, two.pair)) for one, two in product(added, replaced)]
    found = Dominating(
        pairs[0],
        seen.witnesses,
        "TRUNC",
        tight=False,
        tight_once=False,
        distance=words,
        note=f"batches are cut at {scheme.largest_batch}; this holds for the {scheme.dataset_size} records stated",
    )
    return (found, *(replace(found, pair=pair) for pair in pairs[1:]))


def _sided(rate: float, *, is_removed: bool) -> tuple[Weights, Weights]:
    """The record is in a batch of x, or of x', at this rate."""
    law: Weights = (1.0 - rate, rate)
    return (law, _NONE) if is_removed else (_NONE, law)
