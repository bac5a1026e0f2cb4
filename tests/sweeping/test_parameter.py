from __future__ import annotations

import pytest

from sweeping.runs import ONE, TWO
from tightdp.errors import InvalidInput
from tightdp.sweeping.parameter import find_parameter, value_at, with_values


@pytest.mark.parametrize(
    ("name", "path"),
    [
        ("rate", ("phase", 0, "scheme", "rate")),
        ("scheme.rate", ("phase", 0, "scheme", "rate")),
        ("phase[0].steps", ("phase", 0, "steps")),
        ("delta", ("delta",)),
        ("group_size", ("group_size",)),
        ("scale", ("phase", 1, "mechanism", "scale")),
    ],
)
def test_a_name_is_a_path_or_its_end(name: str, path: tuple[str | int, ...]) -> None:
    assert find_parameter(TWO, name) == path


def test_a_name_that_fits_twice_lists_the_paths() -> None:
    with pytest.raises(
        InvalidInput, match=r"phase\[0\].steps, phase\[1\].steps, got 'steps'. The short name fits each"
    ):
        find_parameter(TWO, "steps")


@pytest.mark.parametrize(("name", "hint"), [("noise", "Did you mean 'noise_multiplier'?"), ("xyz", "got 'xyz'")])
def test_a_name_that_fits_nothing_gets_the_nearest(name: str, hint: str) -> None:
    with pytest.raises(InvalidInput, match="a varied parameter must be one of delta, group_size,") as caught:
        find_parameter(ONE, name)
    assert str(caught.value).endswith(hint)


def test_values_are_replaced_in_a_copy() -> None:
    path = find_parameter(ONE, "rate")
    changed = with_values(ONE, {path: 0.5, ("delta",): 0.0})
    assert (value_at(changed, path), value_at(changed, ("delta",))) == (0.5, 0.0)
    assert (value_at(ONE, path), value_at(ONE, ("delta",))) == (0.01, 1e-5)
    assert value_at(TWO, ("delta",)) is None
