"""Sensitivities of integer queries."""

from __future__ import annotations

from typing import Any

import pytest

from tightdp.errors import InvalidInput
from tightdp.mechanisms import DiscreteGaussian, DiscreteLaplace
from tightdp.mechanisms.integer_sensitivity import checked_integer_sensitivity


def test_one_and_two_are_kept() -> None:
    assert [checked_integer_sensitivity(value) for value in (1, 2, 1.0, 2.0)] == [1, 2, 1, 2]


@pytest.mark.parametrize("value", [0, 3, 1.5, -1, True, "1", None])
def test_other_values_are_refused(value: Any) -> None:
    for make in (DiscreteGaussian, DiscreteLaplace):
        with pytest.raises(InvalidInput, match="must be 1 or 2, since the query takes integer values") as caught:
            make(1.0, value)
        assert caught.value.value is value
