"""More noise, a smaller rate or a smaller group never makes the bound of one step worse."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from tightdp.errors import TightDPError
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    RandomizedResponse,
)
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, WithoutReplacement, WithReplacement
from tightdp.transport import dominate

Floats = NDArray[np.float64]

EPSILONS = np.array([-5.0, -1.5, -0.3, -1e-3, 0.0, 1e-3, 0.1, 0.4, 0.9, 1.6, 3.0, 7.0])
FAMILIES: dict[str, Callable[[float], AbstractMechanism]] = {
    "Gaussian": Gaussian,
    "Gaussian, sensitivity 1": lambda noise: Gaussian(noise, substitution_sensitivity=1.0),
    "Laplace": Laplace,
    "randomised response": lambda noise: RandomizedResponse.from_noise(min(noise / 4.0, 1.0)),
    "randomised response, 5 answers": lambda noise: RandomizedResponse.from_noise(min(noise / 4.0, 1.0), 5),
    "discrete Gaussian": DiscreteGaussian,
    "discrete Laplace": DiscreteLaplace,
    "black box": lambda noise: EpsilonDelta(1.0 / (0.01 + noise), 1e-3 / (1.0 + noise)),
}
COUNTS = [(1, 0), (0, 1), (2, 0), (0, 3), (1, 1), (2, 1), (1, 3)]
CHANGES = [*(Change(a, b) for a, b in COUNTS), *(Change(substituted=k) for k in (1, 2, 3))]
SCHEMES = (FullBatch(), Poisson(0.07), Poisson(0.6), WithoutReplacement(12, 3), WithReplacement(9, 4))


def bound(mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change) -> Floats:
    return np.min([each.pair.hockey_stick(EPSILONS) for each in dominate(mechanism, scheme, change)], axis=0)


def never_above(lower: Floats, upper: Floats) -> bool:
    return bool(np.all(lower <= upper * (1.0 + 1e-9) + 1e-15))


@pytest.mark.parametrize("family", FAMILIES)
@given(low=st.floats(0.0, 4.0), more=st.floats(0.0, 4.0), data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_more_noise(family: str, low: float, more: float, data: st.DataObject) -> None:
    scheme, change = data.draw(st.sampled_from(SCHEMES)), data.draw(st.sampled_from(CHANGES))
    quiet, loud = FAMILIES[family](low), FAMILIES[family](low + more)
    assert never_above(bound(loud, scheme, change), bound(quiet, scheme, change))


@pytest.mark.parametrize("family", FAMILIES)
@given(low=st.floats(0.0, 1.0), high=st.floats(0.0, 1.0), data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_a_smaller_rate(family: str, low: float, high: float, data: st.DataObject) -> None:
    change = data.draw(st.sampled_from(CHANGES))
    mechanism = FAMILIES[family](data.draw(st.floats(0.3, 3.0)))
    less, most = sorted((low, high))
    assert never_above(bound(mechanism, Poisson(less), change), bound(mechanism, Poisson(most), change))


@pytest.mark.parametrize("make", [WithoutReplacement, WithReplacement])
@pytest.mark.parametrize("family", FAMILIES)
@given(size=st.integers(4, 14), more=st.integers(0, 6), batch=st.integers(1, 4), data=st.data())
@settings(max_examples=20, deadline=None, derandomize=True)
def test_a_larger_data_set_or_a_smaller_batch(
    family: str, make: Callable[[int, int], AbstractScheme], size: int, more: int, batch: int, data: st.DataObject
) -> None:
    change = data.draw(st.sampled_from(CHANGES))
    mechanism = FAMILIES[family](data.draw(st.floats(0.3, 3.0)))
    smaller = data.draw(st.integers(1, batch))
    try:
        worst = bound(mechanism, make(size, batch), change)
    except TightDPError:
        reject()
    assert never_above(bound(mechanism, make(size + more, batch), change), worst)
    assert never_above(bound(mechanism, make(size, smaller), change), worst)


@pytest.mark.parametrize("family", FAMILIES)
@given(data=st.data())
@settings(max_examples=25, deadline=None, derandomize=True)
def test_a_smaller_group(family: str, data: st.DataObject) -> None:
    mechanism = FAMILIES[family](data.draw(st.floats(0.3, 3.0)))
    scheme = data.draw(st.sampled_from(SCHEMES))
    change = data.draw(st.sampled_from(CHANGES))
    less = [
        Change(change.removed - 1, change.inserted) if change.removed else None,
        Change(change.removed, change.inserted - 1) if change.inserted else None,
        Change(substituted=change.substituted - 1) if change.substituted else None,
    ]
    worst = bound(mechanism, scheme, change)
    assert all(never_above(bound(mechanism, scheme, part), worst) for part in less if part is not None and part.size)
