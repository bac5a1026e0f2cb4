"""What every law of a user's own must be."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tightdp.errors import InvalidInput
from tightdp.schemes.batch_laws import BatchClasses, checked_law


def test_probabilities_are_floats_with_sum_one() -> None:
    assert checked_law("x", {"a": Fraction(1, 3), "b": Fraction(2, 3), "c": 0}) == {"a": 1 / 3, "b": 2 / 3}


@pytest.mark.parametrize("chance", [-0.1, 1.1, float("nan"), "a", True])
def test_what_is_no_probability_is_refused_by_name(chance: object) -> None:
    with pytest.raises(InvalidInput, match=r"x\['a'\] must be a probability in \[0, 1\]"):
        checked_law("x", {"a": chance})


def test_the_sum_is_checked() -> None:
    with pytest.raises(InvalidInput, match=r"the sum of other must be 1 \(to 1e-9\), got 0.9"):
        checked_law("other", {"a": 0.9})


@pytest.mark.parametrize("law", [{}, None])
def test_a_law_is_a_mapping(law: object) -> None:
    with pytest.raises(InvalidInput, match="x must be a mapping from batches to probabilities"):
        checked_law("x", law)  # type: ignore[arg-type]


def test_classes_swap() -> None:
    classes = BatchClasses(("a",), np.array([1.0]), np.array([0.5]), np.zeros((1, 1), dtype=np.int64))
    assert classes.swapped().p[0] == 0.5
