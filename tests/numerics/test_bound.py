from __future__ import annotations

import math
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound

NUMBERS = st.floats(allow_nan=False)


def test_a_bound_reads_as_its_upper_end() -> None:
    bound = Bound(1.0, 2.0)
    assert float(bound) == 2.0
    assert bound == Bound(lower=1.0, upper=2.0)
    assert pickle.loads(pickle.dumps(bound)) == bound


@given(a=NUMBERS, b=NUMBERS, value=NUMBERS)
def test_a_bound_holds_what_lies_between_its_ends(a: float, b: float, value: float) -> None:
    bound = Bound(min(a, b), max(a, b))
    assert (value in bound) == (bound.lower <= value <= bound.upper)
    assert bound.lower in bound
    assert float(bound) in bound


def test_the_relative_gap() -> None:
    assert Bound(2.0, 3.0).relative_gap == 0.5
    assert Bound(1e-200, 1.5e-200).relative_gap == pytest.approx(0.5)
    assert Bound(0.0, 0.0).relative_gap == Bound(math.inf, math.inf).relative_gap == 0.0
    assert Bound(0.0, 1e-300).relative_gap == Bound(1.0, math.inf).relative_gap == math.inf


@pytest.mark.parametrize("ends", [(2.0, 1.0), (math.nan, 1.0), (0.0, math.nan), (math.inf, 0.0)])
def test_the_ends_are_ordered_numbers(ends: tuple[float, float]) -> None:
    with pytest.raises(InvalidInput, match="bound must be two ordered numbers, got"):
        Bound(*ends)
