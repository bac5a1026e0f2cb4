"""Two schemes that a user may bring: strata, and users with several records each."""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from tightdp import Remove, Substitute
from tightdp.relations import AbstractRelation, Change
from tightdp.schemes import BatchTable, OwnScheme


class Example(NamedTuple):
    """A scheme with the one change that it protects, and the labels of both data sets."""

    scheme: OwnScheme
    relation: AbstractRelation
    before: list[int]
    after: list[int]

    @property
    def change(self) -> Change:
        return self.relation.directions()[0]


def stratified() -> Example:
    """One record out of 0 to 3, and two out of 4 to 8; record 0 is replaced by 9."""
    before, after = list(range(9)), [9, *range(1, 9)]

    def law(records: list[int]) -> dict[tuple[Any, ...], float]:
        pairs = list(combinations(records[4:], 2))
        return {(first, *pair): 0.25 / len(pairs) for first in records[:4] for pair in pairs}

    def draw(dataset_size: int, rng: np.random.Generator) -> Any:
        return [rng.integers(4), *(4 + rng.choice(dataset_size - 4, 2, replace=False))]

    change = Change(substituted=1)
    return Example(OwnScheme({change: BatchTable(law(before), law(after))}, draw), Substitute(), before, after)


def user_level() -> Example:
    """Each of four users, with two records each, takes part with probability 0.4; the last one leaves."""
    before, after = list(range(8)), list(range(6))

    def law(records: list[int]) -> dict[tuple[Any, ...], float]:
        users = len(records) // 2
        chosen = [users_in for size in range(users + 1) for users_in in combinations(range(users), size)]
        return {
            tuple(2 * user + place for user in users_in for place in (0, 1)): 0.4 ** len(users_in)
            * 0.6 ** (users - len(users_in))
            for users_in in chosen
        }

    def draw(dataset_size: int, rng: np.random.Generator) -> Any:
        return np.flatnonzero(np.repeat(rng.random(dataset_size // 2) < 0.4, 2))

    change = Change(removed=2)
    return Example(OwnScheme({change: BatchTable(law(before), law(after))}, draw), Remove(2), before, after)


OWN_EXAMPLES = {"stratified": stratified(), "user-level": user_level()}
