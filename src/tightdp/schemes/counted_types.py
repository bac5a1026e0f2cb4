"""The batches of a built-in scheme as types: by how many changed records they hold."""

from __future__ import annotations

from functools import lru_cache

from tightdp.relations import Change
from tightdp.schemes.batch_types import BatchTypes
from tightdp.schemes.changed_counts import ChangedCounts

# Types for which all pairs of differences are written down.
MOST_TYPES = 200


@lru_cache(maxsize=64)
def counted_types(counts: ChangedCounts) -> BatchTypes:
    """Types ``0``, ``-i`` and ``+j``: batches without changed records, with i of those x loses, with j new ones.

    Batches of two types can be drawn together so that they share all other records as far as their numbers go: where
    changed records are extra, ``-i`` and ``+j`` differ by i removed and j inserted ones; where they take places,
    by max(i, j) replaced ones.

    Parameters
    ----------
    counts
        The law of the number of changed records.
    """
    x = {_name(-i): w for i, w in enumerate(counts.p) if w > 0.0}
    other = {_name(j): w for j, w in enumerate(counts.q) if w > 0.0}
    places = sorted(
        {-i for i, w in enumerate(counts.p) if w > 0.0} | {j for j, w in enumerate(counts.q) if w > 0.0} | {0}
    )
    differences = {
        (_name(a), _name(b)): _difference(a, b, counts.unit) for n, a in enumerate(places) for b in places[n + 1 :]
    }
    return BatchTypes(x, other, differences)


def _name(place: int) -> str:
    return f"{place:+d}" if place else "0"


def _difference(a: int, b: int, unit: str) -> Change:
    """From ``a`` to ``b`` with a < b: what type a holds and b lacks goes, what only b holds comes."""
    if unit == "substitute":
        return Change(substituted=max(abs(a), abs(b)) if a < 0 < b else b - a)
    return Change(removed=max(-a, 0) - max(-b, 0), inserted=max(b, 0) - max(a, 0))
