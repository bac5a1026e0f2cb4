"""Partitions: they cover what is asked, groups tile them, and stay fine where the mass is."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tightdp.pld.partition import Grading, Partition, even, graded


def assert_tiled(partition: Partition) -> None:
    """Stretches are whole groups of their stride, and the groups touch each other."""
    assert np.all(np.diff(partition.bounds) > 0)
    assert np.all(np.diff(partition.bounds) % (3 * partition.strides) == 0)
    assert partition.bounds[0] % 3 == 1
    middles, strides = partition.groups()
    ends = middles + 1.5 * strides
    np.testing.assert_array_equal(ends[:-1], (middles - 1.5 * strides)[1:])
    assert (middles - 1.5 * strides)[0] == partition.bounds[0] + 0.5
    points = partition.points()
    assert points[0] == partition.bounds[0]
    assert points[-1] == partition.bounds[-1]
    assert np.all(np.diff(points) > 0)


@given(offset=st.floats(-3.0, 3.0), low=st.floats(-5.0, 0.0), high=st.floats(0.001, 9.0))
def test_an_even_partition_covers_the_losses(offset: float, low: float, high: float) -> None:
    partition = even(offset, 0.01, low, high)
    assert_tiled(partition)
    first, last = offset + partition.points()[[0, -1]] * 0.01
    assert first <= low + 1e-9
    assert last >= high - 1e-9
    assert first >= low - 0.05
    assert last <= high + 0.05


@given(
    scale=st.floats(0.01, 1.0),
    skew=st.floats(0.05, 20.0),
    finest=st.integers(0, 2),
    offset=st.floats(-1.0, 1.0),
)
def test_a_graded_partition_is_fine_where_the_mass_is(scale: float, skew: float, finest: int, offset: float) -> None:
    losses = np.linspace(-8.0, 8.0, 801)
    weights = np.exp(-np.abs(losses) * np.where(losses > 0.0, 1.0, skew) / scale)
    weights /= weights.sum()
    partition = graded(losses, weights, Grading(offset, 1e-3, finest, 0.5, 1e-3), (-8.0, 8.0))
    assert_tiled(partition)
    points = offset + partition.points() * 1e-3
    assert points[0] <= -8.0
    assert points[-1] >= 8.0
    assert int(partition.strides.min()) >= 3**finest
    assert float(np.diff(points).max()) <= 0.5
    # What rounding adds is not much more than on an even grid: the mass of each stretch times its width squared.
    at = np.clip(np.searchsorted(points, losses), 1, len(points) - 1)
    width = np.diff(points)[at - 1]
    assert float((weights * width**2).sum()) <= (3**finest * 1e-3) ** 2 * 1.5


def test_a_side_without_room_stays_fine() -> None:
    losses = np.array([-0.01, 0.0, 0.5, 3.0])
    partition = graded(losses, np.array([0.5, 0.4999, 9e-5, 1e-5]), Grading(0.0, 1e-3, 0, 0.5, 1e-3), (-0.02, 3.0))
    middles, strides = partition.groups()
    assert np.all(strides[middles * 1e-3 <= 0.0] == 1)
    assert int(strides.max()) > 1


def test_a_steep_slope_stays_fine() -> None:
    """Where the mass falls by orders of magnitude within a group it would be given away; cheap mass may be."""
    losses = np.linspace(0.0, 1.0, 2001)
    weights = np.exp(-losses / 2e-3)
    weights /= weights.sum()
    coarse = graded(losses, weights, Grading(0.0, 1e-3, 0, 0.5, 1.0), (0.0, 1.0))
    fine = graded(losses, weights, Grading(0.0, 1e-3, 0, 0.5, 1e-15), (0.0, 1.0))
    assert len(coarse.points()) < 0.5 * len(fine.points())


def test_an_atom_at_the_lowest_loss_is_inside_a_group() -> None:
    """However its place is rounded: what lies below all groups is lost to the lower end."""
    for lowest in (-0.003, -0.003 - 1e-12, -0.003 + 1e-12):
        losses = np.array([lowest, 0.0, 0.004])
        partition = graded(losses, np.array([0.4, 0.2, 0.4]), Grading(0.0, 1e-3, 0, 0.5, 1e-3), (lowest, 0.004))
        middles, strides = partition.groups()
        assert (middles[0] - 1.5 * strides[0]) * 1e-3 < lowest
        assert (middles[-1] + 1.5 * strides[-1]) * 1e-3 > 0.004
