"""A composed pair as a public draw of simple ones."""

from __future__ import annotations

from functools import singledispatch

from tightdp.pairs.amplified import Amplified, amplify
from tightdp.pairs.direct_sum import DirectSum
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import Swapped, swap

Parts = tuple[tuple[float, AbstractPair], ...]


@singledispatch
def simple_parts(pair: AbstractPair) -> Parts:
    """Weights and pairs whose public draw is ``pair``; a pair that is not made of others is its own only part.

    Parameters
    ----------
    pair
        The pair.
    """
    return ((1.0, pair),)


@simple_parts.register
def _(pair: DirectSum) -> Parts:
    inner = [(weight, simple_parts(part)) for weight, part in zip(pair.weights, pair.pairs, strict=True)]
    return tuple((outer * weight, part) for outer, parts in inner for weight, part in parts)


@simple_parts.register
def _(pair: Swapped) -> Parts:
    return tuple((weight, swap(part)) for weight, part in simple_parts(pair.pair))


@simple_parts.register
def _(pair: Amplified) -> Parts:
    """Amplification acts on each part, since the index is public under both laws."""
    return tuple((weight, _amplified(part, pair.rate)) for weight, part in simple_parts(pair.pair))


def _amplified(pair: AbstractPair, rate: float) -> AbstractPair:
    """``((1 - rate) Q + rate P, Q)``: for a mixture of shifts against the noise itself again such a mixture."""
    if not isinstance(pair, ShiftMixture) or any(pair.q[1:]):
        return amplify(pair, rate)
    first, *others = pair.p
    weights = (1.0 - rate + rate * first, *(rate * weight for weight in others))
    return ShiftMixture(pair.noise, weights, pair.q, pair.unit)
