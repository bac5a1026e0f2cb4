"""The sizes of two neighbouring data sets."""

from __future__ import annotations

from tightdp.errors import InvalidInput
from tightdp.relations import Change


def set_sizes(dataset_size: int, change: Change) -> tuple[int, int]:
    """``(|x|, |x'|)`` where ``max(|x|, |x'|) = n`` and ``|x'| - |x| = K+ - K-``.

    Parameters
    ----------
    dataset_size
        n, the number of records of the larger data set (Balle et al. 2018, Theorem 11: it
        decides the rate).
    change
        What leads from x to x'.

    Raises
    ------
    InvalidInput
        If more records leave or come than the larger data set holds.
    """
    changed = max(change.leaving, change.arriving)
    if changed > dataset_size:
        raise InvalidInput("group_size", changed, f"at most dataset_size = {dataset_size}")
    growth = change.arriving - change.leaving
    return dataset_size - max(growth, 0), dataset_size + min(growth, 0)
