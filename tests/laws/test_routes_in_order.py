"""Knowing more is never worse: specific <= agnostic, and a group is never above the conversion made afterwards."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from laws.cells import CHANGES, MECHANISMS, SCHEMES, shown
from tightdp.errors import CannotAnswer, TightDPError
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
from tightdp.schemes import AbstractScheme, Poisson, WithoutReplacement, WithReplacement
from tightdp.transport import Route, dominate

Floats = NDArray[np.float64]

EPSILONS = np.array([-6.0, -2.0, -0.7, -0.1, -1e-4, 0.0, 1e-4, 0.02, 0.2, 0.6, 1.0, 1.7, 3.0, 6.0])
ROUNDING = 1e-9, 1e-15


def least(mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change, route: Route) -> Floats | None:
    """The smallest bound of a route at each eps, None where it has no answer."""
    try:
        found = dominate(mechanism, scheme, change, route)
    except CannotAnswer:
        return None
    return np.min([guarantee.pair.hockey_stick(EPSILONS) for guarantee in found], axis=0)


def never_above(lower: Floats | None, upper: Floats | None) -> bool:
    """``lower <= upper`` up to rounding, or nothing to compare."""
    if lower is None or upper is None:
        return True
    return bool(np.all(lower <= upper * (1.0 + ROUNDING[0]) + ROUNDING[1]))


def is_fixed_substitution(scheme: AbstractScheme, change: Change) -> bool:
    """Where the specific pair grants two changed batches the sum of their distances, so that it may be the larger."""
    return change.leaving > 0 and change.arriving > 0 and not isinstance(scheme, Poisson)


@pytest.mark.parametrize("scheme", SCHEMES, ids=shown)
@pytest.mark.parametrize("mechanism", MECHANISMS, ids=shown)
def test_the_routes_of_every_cell(mechanism: AbstractMechanism, scheme: AbstractScheme) -> None:
    for change in CHANGES:
        try:
            specific, agnostic, tightest = (
                least(mechanism, scheme, change, route) for route in ("specific", "agnostic", "tightest")
            )
        except TightDPError:
            continue
        assert never_above(tightest, agnostic), change
        assert never_above(tightest, specific), change
        if not is_fixed_substitution(scheme, change) and getattr(mechanism, "substitution_sensitivity", 2.0) == 2.0:
            assert never_above(specific, agnostic), change


positive = st.floats(0.3, 4.0)
mechanisms = st.one_of(
    st.builds(Gaussian, positive),
    st.builds(Laplace, positive),
    st.builds(RandomizedResponse, st.floats(0.5, 1.0)),
    st.builds(RandomizedResponse, st.floats(0.25, 1.0), st.just(4)),
    st.builds(DiscreteGaussian, st.floats(0.3, 3.0)),
    st.builds(DiscreteLaplace, st.floats(0.3, 3.0)),
    st.builds(EpsilonDelta, st.floats(0.0, 3.0), st.sampled_from([0.0, 1e-6, 0.2])),
)
schemes = st.one_of(
    st.builds(Poisson, st.floats(0.0, 1.0)),
    st.builds(WithoutReplacement, st.integers(20, 100), st.integers(1, 12)),
    st.builds(WithReplacement, st.integers(6, 100), st.integers(1, 12)),
)


@given(mechanism=mechanisms, scheme=schemes, size=st.integers(1, 5), inserted=st.booleans())
@settings(max_examples=80, deadline=None, derandomize=True)
def test_agnostic_is_never_below_specific(
    mechanism: AbstractMechanism, scheme: AbstractScheme, size: int, inserted: bool
) -> None:
    change = Change(inserted=size) if inserted else Change(removed=size)
    route: Route = "tightest" if isinstance(mechanism, EpsilonDelta) else "specific"
    assert never_above(least(mechanism, scheme, change, route), least(mechanism, scheme, change, "agnostic"))


def group_privacy_afterwards(mechanism: AbstractMechanism, scheme: AbstractScheme, size: int) -> Floats:
    """``d(eps / k) (e^eps - 1) / (e^(eps / k) - 1)`` of the sampled mechanism for one record, at eps >= 0."""
    positive_epsilons = EPSILONS[EPSILONS >= 0.0]
    profiles = [
        dominate(mechanism, scheme, change)[0].pair.hockey_stick(positive_epsilons / size)
        for change in (Change(removed=1), Change(inserted=1))
    ]
    factors = [size if e == 0.0 else math.expm1(e) / math.expm1(e / size) for e in positive_epsilons.tolist()]
    return np.max(profiles, axis=0) * np.array(factors)


@given(mechanism=mechanisms, rate=st.floats(0.0, 1.0), size=st.integers(2, 5), inserted=st.integers(0, 5))
@settings(max_examples=80, deadline=None, derandomize=True)
def test_a_group_is_never_above_the_conversion_made_afterwards(
    mechanism: AbstractMechanism, rate: float, size: int, inserted: int
) -> None:
    """Every split of the group under Poisson sampling."""
    arriving = min(inserted, size)
    change = Change(removed=size - arriving, inserted=arriving)
    bound = least(mechanism, Poisson(rate), change, "tightest")
    assert bound is not None
    assert never_above(bound[EPSILONS >= 0.0], group_privacy_afterwards(mechanism, Poisson(rate), size))
