"""What a sweep found at one point of its grid."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.numerics.bound import Bound
from tightdp.sweeping.axis import Value


@dataclass(frozen=True, slots=True)
class SweepRow:
    """The answer at one point, or why there is none.

    Parameters
    ----------
    values
        The value of each varied parameter, in the order of the axes.
    bound
        epsilon [nats] or delta [probability], whichever was asked; ``None`` if there is no answer.
    tight
        Whether the ends enclose the exact value; ``None`` if there is no answer.
    theorems
        Keys of the theorems used.
    error
        Why there is no answer, in one line; empty if there is one.
    """

    values: tuple[Value, ...]
    bound: Bound | None = None
    tight: bool | None = None
    theorems: tuple[str, ...] = ()
    error: str = ""
