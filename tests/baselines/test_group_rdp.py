from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp import AddRemove, CannotAnswer, FullBatch, Gaussian, InvalidInput, Poisson, Remove, Step, renyi_account
from tightdp.baselines import group_rdp, stable_group_rdp
from tightdp.pairs.pair import Array


def linear(orders: Array) -> Array:
    """Gaussian noise of scale 1."""
    return 0.5 * orders


def test_two_records_written_out() -> None:
    for p in (1.5, 2.0, 4.0):
        q = p / (p - 1.0)
        written = (3.0 - 1.0 / p) / 2.0 * 0.5 * 3.0 * p + 0.5 * q * (3.0 - 1.0 / p)
        assert group_rdp(linear, 2, [3.0], p)[0] == pytest.approx(written)
    assert group_rdp(linear, 1, [3.0])[0] == 1.5
    assert stable_group_rdp(linear, 1, [1.5])[0] == 0.75
    assert stable_group_rdp(linear, 4, [2.0])[0] == pytest.approx(9.0 * 4.0)


@pytest.mark.parametrize("size", [2, 3, 5, 6, 7, 8, 12])
def test_every_group_size_is_covered(size: int) -> None:
    """The true divergence of K records of Gaussian noise grows like K^2; a size is never taken for a smaller one."""
    orders = np.array([1.5, 2.0, 10.0])
    assert np.all(group_rdp(linear, size, orders) >= size**2 * linear(orders))
    poisson = 1 * Step(Gaussian(1.0), Poisson(0.01))
    single = renyi_account(poisson, AddRemove())
    group = renyi_account(poisson, Remove(size)).curve(orders).lower
    assert np.all(group <= group_rdp(lambda a: single.curve(a.tolist()).upper, size, orders))


def test_larger_groups_never_lose_less() -> None:
    found = [group_rdp(linear, size, [4.0])[0] for size in range(1, 20)]
    assert found == sorted(found)


def test_infinite_curves_stay_infinite() -> None:
    assert group_rdp(lambda a: np.full(len(a), np.inf), 3, [2.0])[0] == math.inf


def test_refusals() -> None:
    with pytest.raises(
        CannotAnswer, match=r"it is proven for powers of two, and 3 is none\. Instead: group_rdp, which takes every"
    ):
        stable_group_rdp(linear, 3, [2.0])
    with pytest.raises(InvalidInput, match=r"order must be a number >= 2, got 1\.5"):
        stable_group_rdp(linear, 2, [1.5])
    with pytest.raises(InvalidInput, match="hoelder_exponent must be a number > 1, got 1"):
        group_rdp(linear, 2, [2.0], 1)
    with pytest.raises(InvalidInput, match="group_size must be a whole number >= 1, got 0"):
        group_rdp(linear, 0, [2.0])


def test_the_true_group_of_gaussian_noise_is_below_both_forms() -> None:
    exact = renyi_account(Step(Gaussian(1.0), FullBatch()), Remove(4)).curve([2.0]).upper[0]
    assert exact <= group_rdp(linear, 4, [2.0])[0]
    assert exact <= stable_group_rdp(linear, 4, [2.0])[0]
