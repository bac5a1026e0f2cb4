"""What the four mechanisms with additive noise have in common."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from tightdp.errors import InvalidInput
from tightdp.mechanisms import AbstractMechanism

ONE = (0.0, 1.0), (1.0,)


def delta(mechanism: AbstractMechanism, epsilon: float, size: int = 1, unit: str = "add-remove") -> float:
    """The group profile of ``size`` records."""
    return float(mechanism.group_pair(size, unit).hockey_stick(np.array([epsilon]))[0])  # type: ignore[arg-type]


def check_scale(make: Callable[[Any], AbstractMechanism], name: str) -> None:
    """A scale is a finite number >= 0; 0 tells the value itself."""
    for bad in (-1.0, float("nan"), float("inf"), True, "1", None):
        with pytest.raises(InvalidInput, match=f"{name} must be a finite number >= 0"):
            make(bad)
    for none in (0, 0.0, 1e-200):
        (found,) = make(none).extremal(*ONE, "add-remove")
        assert found.pair.hockey_stick(np.array([0.0, 700.0])).tolist() == [1.0, 1.0]
    assert make(1) == make(1.0)


def check_distances(make: Callable[[float], AbstractMechanism], sensitive: Callable[[Any], AbstractMechanism]) -> None:
    """k records are k times as far; a replaced record is twice as far unless stated otherwise."""
    for epsilon in (-0.4, 0.0, 0.7):
        assert delta(make(1.0), epsilon, 2) == delta(make(1.0), epsilon, 1, "substitute")
        assert delta(sensitive(1), epsilon, 3) == delta(sensitive(1), epsilon, 3, "substitute")


def check_sensitivity(sensitive: Callable[[Any], AbstractMechanism]) -> None:
    """The distance of a replaced record is in (0, 2]."""
    for bad in (0.0, -1.0, 2.5, float("nan"), True, "2"):
        with pytest.raises(InvalidInput, match="in multiples of one record's contribution") as caught:
            sensitive(bad)
        assert caught.value.name == "substitution_sensitivity"
    assert vars(sensitive(1))["substitution_sensitivity"] == 1.0
