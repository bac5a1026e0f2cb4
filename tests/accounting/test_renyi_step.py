from __future__ import annotations

import numpy as np
import pytest

from tightdp.accounting.renyi_step import GroupAfterwards, RenyiStep, curves_at
from tightdp.divergences.renyi import renyi_of
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.shift_mixture import ShiftMixture

ORDERS = np.array([0.5, 1.0, 1.5, 2.0, 8.0, np.inf])


def shifted(distance: float, noise: AbstractNoise | None = None) -> ShiftMixture:
    return ShiftMixture(noise or GaussianNoise(1.0), (0.0, 1.0), (1.0,), distance)


def test_the_smallest_bound_of_the_largest_pair_holds() -> None:
    small, middle, large = shifted(1.0), shifted(2.0), shifted(3.0)
    step = RenyiStep(((small, middle), (large,)), (small,), 1)
    assert np.array_equal(step.upper(ORDERS, curves_at(ORDERS)), renyi_of(middle, ORDERS.tolist()).upper)
    assert not step.exact
    assert RenyiStep(((small, middle),), (middle, small), 1).exact
    assert step.infinite == 0.0


def test_a_chain_of_gaussian_shifts() -> None:
    """At order 2 the exponent 3/2 is the best there is; lower orders are bounded by the least value further up."""
    one = RenyiStep(((shifted(0.5),),), (), 1)
    found = GroupAfterwards((one,), 2).upper(ORDERS)
    assert found[3] == pytest.approx(1.0, rel=4e-4)
    assert np.all(np.diff(found[:-1]) >= 0.0)
    assert np.all(found[:-1] >= renyi_of(shifted(1.0), ORDERS[:-1].tolist()).lower)
    assert np.isinf(found[-1])


def test_a_chain_of_laplace_shifts_adds_up_largest_losses() -> None:
    one = RenyiStep(((shifted(0.5, LaplaceNoise(1.0)),),), (), 1)
    found = GroupAfterwards((one,), 4).upper(np.array([1e9, np.inf]))
    assert found == pytest.approx([2.0, 2.0], rel=1e-9)  # pyright: ignore[reportUnknownMemberType]
    assert GroupAfterwards((one,), 4).upper(np.array([np.inf]))[0] == pytest.approx(2.0)


def test_a_step_takes_the_chain_where_it_is_smaller() -> None:
    chain = GroupAfterwards((RenyiStep(((shifted(0.5),),), (), 1),), 2)
    step = RenyiStep(((shifted(4.0),),), (), 1, (chain,))
    assert np.array_equal(step.upper(ORDERS, curves_at(ORDERS))[2:], chain.upper(ORDERS)[2:])
