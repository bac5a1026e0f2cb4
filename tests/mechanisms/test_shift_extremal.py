"""When mixtures of shifts are attained, and what bounds them from below otherwise."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import pytest

from tightdp.errors import InvalidInput
from tightdp.mechanisms.shift_extremal import checked_sensitivity, group_shift_pair, shift_extremal
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_mixture import ShiftMixture

P, Q = (0.5, 0.3, 0.2), (0.6, 0.4)
NONE = (1.0,)
EPSILONS = np.linspace(-2.0, 3.0, 31)


class Shape(NamedTuple):
    """The arguments that a pair was built with."""

    p: tuple[float, ...]
    q: tuple[float, ...]
    unit: float


def build(p: tuple[float, ...], q: tuple[float, ...], unit: float) -> ShiftMixture:
    return ShiftMixture(GaussianNoise(1.0), p, q, unit)


def shape(pair: Any) -> Shape:
    return Shape(pair.p, pair.q, pair.unit)


@pytest.mark.parametrize(("p", "q"), [(P, NONE), (NONE, Q), (NONE, NONE), (P, (1.0, 0.0))])
@pytest.mark.parametrize(("unit", "distance"), [("add-remove", 1.0), ("substitute", 0.7)])
def test_changes_on_one_side_are_attained(
    p: tuple[float, ...], q: tuple[float, ...], unit: Any, distance: float
) -> None:
    found = shift_extremal(build, p, q, unit, 0.7)
    assert found.tight
    assert found.tight_once
    assert found.note == ""
    assert shape(found.pair) == (p, q, distance)
    assert found.witnesses == (found.pair,)


def test_records_that_come_and_go_are_attained_at_twice_the_contribution() -> None:
    found = shift_extremal(build, P, Q, "add-remove", 2.0)
    assert found.tight
    assert shape(found.pair) == (P, Q, 1.0)


@pytest.mark.parametrize(
    ("unit", "substitution", "distance", "one_sided"),
    [("add-remove", 1.5, 1.0, 1.0), ("add-remove", 0.4, 1.0, 0.4), ("substitute", 2.0, 2.0, 2.0)],
)
def test_otherwise_three_witnesses_bound_from_below(
    unit: Any, substitution: float, distance: float, one_sided: float
) -> None:
    """A record that moves the output by 1 cannot be replaced by one that does not, if replacing moves it by 0.4."""
    found = shift_extremal(build, P, Q, unit, substitution)
    assert not found.tight
    assert not found.tight_once
    assert "granted the sum of their distances" in found.note
    shapes = [shape(witness) for witness in found.witnesses]
    assert shapes == [(P, NONE, one_sided), (NONE, Q, one_sided), (P, Q, 0.5 * substitution)]
    assert shape(found.pair) == (P, Q, distance)
    upper = found.pair.hockey_stick(EPSILONS) * (1.0 + 1e-12) + 1e-15
    assert all(bool(np.all(witness.hockey_stick(EPSILONS) <= upper)) for witness in found.witnesses)


def test_words_say_which_distance_was_used() -> None:
    replaced = shift_extremal(build, P, NONE, "substitute", 2.0).distance
    assert replaced == "2 times one record's contribution for each replaced record of the batch"
    moved = shift_extremal(build, P, NONE, "add-remove", 2.0).distance
    assert moved == "1 times one record's contribution for each inserted or removed record of the batch"


def test_a_group_is_moved_by_its_whole_distance() -> None:
    assert shape(group_shift_pair(build, 3, "substitute", 0.5)) == ((0.0, 1.0), NONE, 1.5)
    assert shape(group_shift_pair(build, 3, "add-remove", 0.5)).unit == 3.0


@pytest.mark.parametrize("value", [0.0, -0.1, 2.0001, float("nan"), float("inf"), True, "1", None])
def test_sensitivity_is_in_range(value: Any) -> None:
    with pytest.raises(InvalidInput, match=r"in \(0, 2\], in multiples of one record's contribution"):
        checked_sensitivity(value)


def test_a_sensitivity_above_two_is_explained() -> None:
    with pytest.raises(InvalidInput, match="Replacing is removing, then inserting"):
        checked_sensitivity(3)
    assert checked_sensitivity(2) == 2.0
