from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from sweeping.runs import ONE
from tightdp.errors import InvalidInput
from tightdp.sweeping.axis import make_axis


@pytest.mark.parametrize(
    ("name", "values", "expected"),
    [
        ("noise_multiplier", "0.8:1.6:9", (0.8, 0.9, 1.0, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6)),
        ("rate", "1e-4:1e-2:3:log", (1e-4, 1e-3, 1e-2)),
        ("rate", " 0.001, 0.01,0.001", (0.001, 0.01)),
        ("rate", "0.5", (0.5,)),
        ("steps", "10:15:3", (10, 12, 15)),
        ("steps", "1:3:9", (1, 2, 3)),
        ("steps", [1e3, 7], (1000, 7)),
        ("relation", "add-remove,substitute", ("add-remove", "substitute")),
        ("delta", np.array([1e-5, 1e-6]), (1e-5, 1e-6)),
        ("group_size", range(1, 4), (1, 2, 3)),
    ],
)
def test_values_are_listed_or_ranges(name: str, values: str | Sequence[object], expected: tuple[object, ...]) -> None:
    found = make_axis(ONE, name, values)
    assert (found.name, found.values) == (name, expected)
    assert [type(value) for value in found.values] == [type(value) for value in expected]


@pytest.mark.parametrize("text", ["1:2", "1:2:x", "1:2:3:lin", "1:2:3:log:log"])
def test_a_range_has_a_form(text: str) -> None:
    with pytest.raises(InvalidInput, match=r"values of rate must be a list such as 0.001,0.01, or a range such as"):
        make_axis(ONE, "rate", text)


@pytest.mark.parametrize("text", ["0:1:5:log", "0:inf:5", "0:1:1", "nan:1:3", "0:1:1000000000"])
def test_a_range_has_ends_and_points(text: str) -> None:
    with pytest.raises(InvalidInput, match="a range of two points or more between finite ends, above 0 if log"):
        make_axis(ONE, "rate", text)


def test_no_values_and_values_of_other_kinds_are_refused() -> None:
    with pytest.raises(InvalidInput, match="values of rate must be at least one value"):
        make_axis(ONE, "rate", [])
    with pytest.raises(InvalidInput, match=r"values of rate must be each a number or a word, got \(1, 2\)"):
        make_axis(ONE, "rate", [(1, 2)])
    for value in (0.5, "many", True):
        with pytest.raises(InvalidInput, match="values of steps must be each a whole number"):
            make_axis(ONE, "steps", [value])
