"""At which epsilons a profile is evaluated."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tightdp.accounting import Answer
from tightdp.errors import InvalidInput
from tightdp.report.profile_end import profile_end

MOST_POINTS = 100_000


@dataclass(frozen=True, slots=True)
class EpsilonRange:
    """Epsilons one by one, or a range of them; everything in nats.

    Parameters
    ----------
    listed
        Epsilons given one by one.
    start, stop
        Ends of the range; ``None`` where not given.
    points
        Number of epsilons in the range; ``None`` where not given.
    default_points
        The number when it is not given.

    Raises
    ------
    InvalidInput
        If both kinds are given, a number is negative, NaN or infinite, or there are fewer than two points or too many.
    """

    listed: tuple[float, ...]
    start: float | None
    stop: float | None
    points: int | None
    default_points: int

    def __post_init__(self) -> None:
        given = {"--from": self.start, "--to": self.stop, "--points": self.points}
        named = [name for name, value in given.items() if value is not None]
        if self.listed and named:
            both = ["--epsilon", *named]
            raise InvalidInput("epsilons", both, "given by --epsilon or by a range, not by both")
        for name, value in (
            ("--from", self.start),
            ("--to", self.stop),
            *(("--epsilon", e) for e in self.listed),
        ):
            if value is not None and not 0.0 <= value < math.inf:
                raise InvalidInput(name, value, "a finite number >= 0")
        if self.points is not None and not 2 <= self.points <= MOST_POINTS:
            raise InvalidInput("--points", self.points, f"a whole number from 2 to {MOST_POINTS}")


def epsilons_of(wanted: EpsilonRange, answer: Answer) -> tuple[float, ...]:
    """The epsilons, ascending.

    Parameters
    ----------
    wanted
        What the user said.
    answer
        Tells where the profile gets small, for a range without an end.

    Returns
    -------
    tuple
        In nats.

    Raises
    ------
    InvalidInput
        If the range ends before it starts.
    """
    if wanted.listed:
        return tuple(sorted(wanted.listed))
    start = 0.0 if wanted.start is None else wanted.start
    stop = profile_end(answer, start) if wanted.stop is None else wanted.stop
    if stop <= start:
        raise InvalidInput("--to", stop, f"above --from, which is {start:g}")
    count = wanted.default_points if wanted.points is None else wanted.points
    return tuple(start + (stop - start) * index / (count - 1) for index in range(count))
