from __future__ import annotations

import math

from hypothesis import given
from hypothesis import strategies as st

from tightdp.planning.end_text import lower_text, upper_text


@given(st.floats(min_value=0.0, max_value=1e12))
def test_text_stays_on_its_side(value: float) -> None:
    assert float(lower_text(value)) <= value <= float(upper_text(value))


def test_six_digits() -> None:
    assert (upper_text(1.82860359), lower_text(7.0661239), upper_text(math.inf)) == ("1.82861", "7.06612", "inf")
