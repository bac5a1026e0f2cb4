"""Functions of a batch that move no further than a batch's distance allows."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from twins.neighbouring_batches import Neighbours

Floats = NDArray[np.float64]


def query_distances(both: Neighbours, substitution: float) -> Floats:
    """How far a query may differ between batches: 1 per record that comes or goes, ``substitution`` per replaced one.

    Parameters
    ----------
    both
        The batches.
    substitution
        Distance of one replaced record, in (0, 2].
    """
    missing, extra = both.differences()
    replaced = np.minimum(missing, extra)
    return substitution * replaced + (missing + extra - 2 * replaced)


def lipschitz_functions(
    both: Neighbours, distances: Floats, scales: tuple[float, ...], rng: np.random.Generator, draws: int
) -> Iterator[Floats]:
    """Weighted counts of changed records where they are admissible, then random extensions of random values.

    Parameters
    ----------
    both
        The batches.
    distances
        How far a function may differ between two batches, ``(n, n)``.
    scales
        Candidate weights of a removed and of an inserted record; whole numbers give whole-numbered functions.
    rng
        Source of the random functions.
    draws
        How many random functions.
    """
    removed, inserted = both.counted("r"), both.counted("i")
    for a in (0.0, *scales):
        for b in (0.0, *scales):
            yield from _admissible(a * removed - b * inserted, distances)
            yield from _admissible(a * np.minimum(removed, 1) - b * np.minimum(inserted, 1), distances)
    whole = all(scale.is_integer() for scale in scales)
    for _ in range(draws):
        yield extended(distances, rng, whole=whole)


def _admissible(values: Floats, distances: Floats) -> Iterator[Floats]:
    if bool(np.all(np.abs(values[:, None] - values[None, :]) <= distances + 1e-12)):
        yield values


def extended(distances: Floats, rng: np.random.Generator, *, whole: bool) -> Floats:
    """Random values at a few batches, as far apart as allowed more often than not, then the extension by distances."""
    anchors = rng.permutation(len(distances))[: int(rng.integers(2, 5))]
    placed = {int(anchors[0]): 0.0}
    for anchor in anchors[1:].tolist():
        low = max(value - float(distances[at, anchor]) for at, value in placed.items())
        high = max(low, min(value + float(distances[at, anchor]) for at, value in placed.items()))
        middle = float(np.rint(rng.uniform(low, high))) if whole else rng.uniform(low, high)
        placed[anchor] = float(rng.choice([low, high, middle]))
    rows = np.array([value + distances[at] for at, value in placed.items()])
    if rng.random() < 0.5:
        rows = np.array([value - distances[at] for at, value in placed.items()])
        return rows.max(axis=0)
    return rows.min(axis=0)
