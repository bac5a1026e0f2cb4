from __future__ import annotations

import math
from typing import Any

import pytest

from tightdp.errors import InvalidInput
from tightdp.schemes import ChangedCounts


def test_weights_are_kept_as_tuples() -> None:
    counts = ChangedCounts([0.5, 0.5], (1.0,), "substitute")  # type: ignore[arg-type]
    assert counts == ChangedCounts((0.5, 0.5), (1.0,), "substitute")
    assert hash(counts) == hash(ChangedCounts((0.5, 0.5), (1.0,), "substitute"))


@pytest.mark.parametrize("name", ["p", "q"])
@pytest.mark.parametrize("weights", [(), (0.5,), (0.5, 0.6), (1.5, -0.5), (math.nan, 1.0), (math.inf,)])
def test_weights_are_probabilities(name: str, weights: tuple[float, ...]) -> None:
    given: dict[str, Any] = {"p": (1.0,), "q": (1.0,), name: weights}
    with pytest.raises(InvalidInput, match=f"{name} must be probabilities with sum 1, got"):
        ChangedCounts(given["p"], given["q"], "add-remove")


def test_the_unit_is_one_of_two_words() -> None:
    unit: Any = "replace"
    with pytest.raises(InvalidInput, match='unit must be "add-remove" or "substitute", got \'replace\''):
        ChangedCounts((1.0,), (1.0,), unit)
