"""The largest flow from supplies to demands along allowed pairs."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from tightdp.schemes.batch_laws import Floats

# A supply or demand counts as met when less than this share of it is left.
_MET = 1e-12


@dataclass(frozen=True, eq=False)
class Flow:
    """A largest flow.

    Parameters
    ----------
    amounts
        How much goes from each supply to each demand, ``(m, n)``.
    unmet
        Supplies with a rest that can go nowhere, and the supplies whose places it would need: a set of rows whose
        allowed columns, together, are too small for them (Hall's condition). Empty where all is met.
    """

    amounts: Floats
    unmet: tuple[int, ...]


def largest_flow(supply: Floats, demand: Floats, allowed: NDArray[np.bool_]) -> Flow:
    """``max sum_ij f_ij`` with ``sum_j f_ij <= supply_i``, ``sum_i f_ij <= demand_j``, f = 0 off the allowed pairs.

    Shortest augmenting paths. Each amount is known relative to its own size, so that rare batches count.

    Parameters
    ----------
    supply
        Amounts >= 0, ``(m,)``.
    demand
        Amounts >= 0, ``(n,)``.
    allowed
        Which pairs may carry flow, ``(m, n)``.
    """
    amounts = np.zeros(allowed.shape)
    left, room = supply.astype(np.float64).copy(), demand.astype(np.float64).copy()
    forward: list[list[int]] = [np.flatnonzero(row).tolist() for row in allowed]
    for i in sorted(range(len(forward)), key=lambda row: len(forward[row])):
        for j in forward[i]:
            _push(amounts, left, room, [(i, j)])
    for i in range(len(supply)):
        while left[i] > _MET * supply[i]:
            path = _path(i, forward, amounts, room > _MET * demand, supply)
            if path is None:
                break
            _push(amounts, left, room, path)
    stuck = [i for i in range(len(supply)) if left[i] > _MET * supply[i]]
    return Flow(amounts, _reached(stuck, forward, amounts, supply))


def _push(amounts: Floats, left: Floats, room: Floats, path: list[tuple[int, int]]) -> None:
    """Send as much as fits along a path of pairs; every second pair is undone."""
    first, last = path[0][0], path[-1][1]
    amount = min(left[first], room[last], *(amounts[pair] for pair in path[1::2]))
    for number, pair in enumerate(path):
        amounts[pair] = max(amounts[pair] + (amount if number % 2 == 0 else -amount), 0.0)
    left[first] -= amount
    room[last] -= amount


def _path(
    start: int, forward: list[list[int]], amounts: Floats, free: NDArray[np.bool_], supply: Floats
) -> list[tuple[int, int]] | None:
    """The shortest way from a supply to a demand with room: forwards along allowed pairs, back along used ones."""
    came: dict[int, tuple[int, int | None]] = {}
    queue: deque[tuple[int, int | None]] = deque([(start, None)])
    seen = {start}
    while queue:
        row, through = queue.popleft()
        for column in [one for one in forward[row] if one not in came]:
            came[column] = (row, through)
            if free[column]:
                return _traced(column, came)
            others = [other for other in _users(column, amounts, supply) if other not in seen]
            seen.update(others)
            queue.extend((other, column) for other in others)
    return None


def _users(column: int, amounts: Floats, supply: Floats) -> list[int]:
    """Supplies that send something to a demand."""
    return np.flatnonzero(amounts[:, column] > _MET * supply).tolist()


def _traced(column: int, came: dict[int, tuple[int, int | None]]) -> list[tuple[int, int]]:
    row, through = came[column]
    path = [(row, column)]
    while through is not None:
        path.append((row, through))
        row, before = came[through]
        path.append((row, through))
        through = before
    return path[::-1]


def _reached(stuck: list[int], forward: list[list[int]], amounts: Floats, supply: Floats) -> tuple[int, ...]:
    """Supplies that compete with those that are stuck for the same demands."""
    rows, queue = set(stuck), deque(stuck)
    while queue:
        row = queue.popleft()
        users = {other for column in forward[row] for other in _users(column, amounts, supply)}
        queue.extend(users - rows)
        rows |= users
    return tuple(sorted(rows))
