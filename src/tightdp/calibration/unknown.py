"""What is looked for."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.calibration.axis import Axis
from tightdp.errors import InvalidInput
from tightdp.numerics.checks import real, whole


@dataclass(frozen=True)
class Unknown:
    """Name, range and first guess of what is looked for.

    Parameters
    ----------
    name
        In words.
    axis
        The values it may take.
    start
        The first value to look at.
    remedy
        What else could make a target reachable, as a phrase that follows "or".
    """

    name: str
    axis: Axis
    start: float
    remedy: str


def real_unknown(
    name: str, between: tuple[float, float], tolerance: float, *, start: float, falls: bool, remedy: str
) -> Unknown:
    """A positive real number between two ends.

    Parameters
    ----------
    name
        In words.
    between
        Smallest and largest value, both positive.
    tolerance
        Relative distance of neighbours, in [1e-12, 0.1].
    start
        The first value to look at, if it is in the range.
    falls
        Whether the loss falls when the value rises.
    remedy
        What else could make a target reachable.

    Raises
    ------
    InvalidInput
        If the range is empty or not positive, or the tolerance is outside its range.
    """
    low, high = (real("between", end, "two positive numbers in order") for end in between)
    if not 0.0 < low < high < float("inf"):
        raise InvalidInput("between", between, "two positive numbers in order")
    allowed = "in [1e-12, 0.1]"
    if not 1e-12 <= real("tolerance", tolerance, allowed) <= 0.1:
        raise InvalidInput("tolerance", tolerance, allowed)
    ends = (low, high) if falls else (high, low)
    return Unknown(name, Axis(*ends, tolerance), min(max(start, low), high), remedy)


def whole_unknown(name: str, least: int, most: int, *, start: int, remedy: str) -> Unknown:
    """A whole number between two ends; the loss rises with it.

    Parameters
    ----------
    name
        In words.
    least, most
        Smallest and largest value.
    start
        The first value to look at, if it is in the range.
    remedy
        What else could make a target reachable.

    Raises
    ------
    InvalidInput
        If the largest value is below the smallest one.
    """
    most = whole(f"largest {name}", most, least)
    axis = Axis(most, least, 0.0, is_whole=True)
    return Unknown(name, axis, min(max(start, least), most), remedy)
