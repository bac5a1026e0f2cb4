from __future__ import annotations

from typing import Any

import pytest

from tightdp import InvalidInput
from tightdp.calibration.unknown import real_unknown, whole_unknown


def noise(between: Any = (0.1, 10.0), tolerance: Any = 1e-6) -> object:
    return real_unknown("noise", between, tolerance, start=1.0, falls=True, remedy="")


@pytest.mark.parametrize("between", [(0.0, 1.0), (2.0, 1.0), (1.0, 1.0), (1.0, float("inf")), (float("nan"), 1.0)])
def test_a_range_has_two_positive_ends(between: tuple[float, float]) -> None:
    with pytest.raises(InvalidInput, match="between must be two positive numbers in order"):
        noise(between)


@pytest.mark.parametrize("tolerance", [0.0, 0.2, float("nan"), "1e-6"])
def test_a_tolerance_is_small(tolerance: Any) -> None:
    with pytest.raises(InvalidInput, match=r"tolerance must be in \[1e-12, 0.1\]"):
        noise(tolerance=tolerance)


def test_the_start_is_in_the_range() -> None:
    falling = real_unknown("noise", (2.0, 10.0), 1e-6, start=1.0, falls=True, remedy="")
    rising = real_unknown("rate", (1e-6, 1e-3), 1e-6, start=0.01, falls=False, remedy="")
    assert (falling.start, falling.axis.open_end, falling.axis.private_end) == (2.0, 2.0, 10.0)
    assert (rising.start, rising.axis.open_end, rising.axis.private_end) == (1e-3, 1e-3, 1e-6)


def test_whole_numbers() -> None:
    found = whole_unknown("group size", 1, 10, start=100, remedy="")
    assert (found.start, found.axis.open_end, found.axis.private_end, found.axis.is_whole) == (10, 10, 1, True)
    with pytest.raises(InvalidInput, match="largest group size must be a whole number >= 1"):
        whole_unknown("group size", 1, 0, start=1, remedy="")
