from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.report.axis_scale import axis_scale


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([0.0, 2.38], ["0", "0.5", "1", "1.5", "2", "2.5"]),
        ([0.0, 1.0], ["0", "1"]),
        ([0.5, 1.0], ["0", "0.2", "0.4", "0.6", "0.8", "1"]),
        ([1.0, 8.0], ["0", "2", "4", "6", "8"]),
        ([0.0], ["0", "1"]),
        ([], ["0", "1"]),
    ],
)
def test_an_axis_from_zero_has_round_labels(values: list[float], labels: list[str]) -> None:
    axis = axis_scale(values, "linear", from_zero=True)
    assert [text for _, text in axis.ticks] == labels
    assert (axis.low, axis.ticks[0][0]) == (0.0, 0.0)
    assert axis.high >= max(values, default=0.0)


def test_an_axis_may_start_elsewhere() -> None:
    axis = axis_scale([1.0, 8.0], "linear")
    assert (axis.low, axis.high, len(axis.ticks)) == (1.0, 8.0, 8)
    assert (axis_scale([3.0], "linear").low, axis_scale([3.0, math.inf], "linear").high) == (2.5, 3.5)


def test_a_logarithmic_axis_has_powers_of_ten_and_is_not_too_long() -> None:
    axis = axis_scale([0.0, 1e-5, 0.5], "log")
    assert (axis.low, axis.high) == (pytest.approx(1e-5), 1.0)  # pyright: ignore[reportUnknownMemberType]
    assert [text for _, text in axis.ticks] == ["1", "10⁻¹", "10⁻²", "10⁻³", "10⁻⁴", "10⁻⁵"]
    assert axis_scale([1e-300, 1.0], "log").low == pytest.approx(1e-12)  # pyright: ignore[reportUnknownMemberType]
    assert axis_scale([], "log").high == 1.0


@given(st.lists(st.floats(1e-12, 1e12), min_size=1), st.sampled_from(["linear", "log"]), st.booleans())
def test_every_value_is_on_the_axis_in_order(values: list[float], scale: str, from_zero: bool) -> None:
    axis = axis_scale(values, "log" if scale == "log" else "linear", from_zero=from_zero)
    shares = [axis.share(value) for value in sorted(values)]
    assert all(0.0 <= share <= 1.0 for share in shares)
    assert shares == sorted(shares)
    assert 1 <= len(axis.ticks) <= 10
    assert (axis.share(axis.low), axis.share(axis.high)) == (0.0, 1.0)
    assert (axis.share(-1.0), axis.share(math.inf)) == (0.0, 1.0)
