from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp import Step, Substitute, account, renyi_account
from tightdp.mechanisms import EpsilonDelta, Gaussian, Laplace, RandomizedResponse
from tightdp.pairs.amplified import amplify
from tightdp.relations import Change
from tightdp.schemes import Poisson
from tightdp.transport.poisson_substitution import poisson_substitution_pair

EPSILONS = np.array([0.0, 0.05, 0.2, 0.5, 1.0, 2.0, 4.0])


def formula(mechanism: Gaussian, rate: float, size: int) -> np.ndarray:
    """``sum_k p_k ((1 - b) d_k^R + b d_k^S)`` at the amplified eps, term by term."""
    weights = Poisson(rate).law(Change(substituted=size)).p
    eta = sum(weights[1:])
    values: list[float] = []
    for epsilon in EPSILONS.tolist():
        base = np.array([math.log1p(math.expm1(epsilon) / eta)])
        share = math.exp(epsilon - base[0])
        total = 0.0
        for k in range(1, size + 1):
            come_or_go, replaced = (
                float(mechanism.group_pair(k, unit).hockey_stick(base)[0]) for unit in ("add-remove", "substitute")
            )
            total += weights[k] * ((1.0 - share) * come_or_go + share * replaced)
        values.append(total)
    return np.array(values)


@pytest.mark.parametrize("rate", [0.02, 0.3, 0.9, 1.0])
@pytest.mark.parametrize("size", [1, 2, 3])
def test_the_pair_is_the_formula_joined_by_chords(rate: float, size: int) -> None:
    mechanism = Gaussian(1.2)
    pair, attained = poisson_substitution_pair(mechanism, Poisson(rate).law(Change(substituted=size)))
    known = formula(mechanism, rate, size)
    found = pair.hockey_stick(EPSILONS)
    assert not attained
    assert bool(np.all(found >= known * (1.0 - 1e-10) - 1e-15))
    heavy = known > 1e-4
    np.testing.assert_allclose(found[heavy], known[heavy], rtol=5e-3)


def test_the_other_direction_is_the_mirror_image() -> None:
    pair, _ = poisson_substitution_pair(Gaussian(1.2), Poisson(0.3).law(Change(substituted=2)))
    above, below = pair.hockey_stick(EPSILONS), pair.hockey_stick(-EPSILONS)
    np.testing.assert_allclose(below, -np.expm1(-EPSILONS) + np.exp(-EPSILONS) * above, rtol=1e-9, atol=1e-13)


@pytest.mark.parametrize(
    "mechanism", [RandomizedResponse(0.8), EpsilonDelta(0.7, 0.01), Gaussian(1.0, substitution_sensitivity=1.0)]
)
def test_profiles_that_are_alike_need_no_chords(mechanism: Gaussian) -> None:
    """The kink at the largest loss stays a kink, and no grid point is needed below 1e-6."""
    pair, attained = poisson_substitution_pair(mechanism, Poisson(0.3).law(Change(substituted=1)))
    assert attained
    known = amplify(mechanism.group_pair(1, "substitute"), 0.3)
    at = np.concatenate([EPSILONS, [1e-9, 0.19, 0.2671]])
    np.testing.assert_allclose(pair.hockey_stick(at), known.hockey_stick(at), rtol=1e-11, atol=1e-16)


def test_a_black_box_of_tiny_epsilon() -> None:
    """The chord from eps = 0 to the first grid point at 1e-6 was a bound without a kink at 1e-9."""
    pair, attained = poisson_substitution_pair(EpsilonDelta(1e-9), Poisson(0.3).law(Change(substituted=1)))
    assert attained
    assert pair.hockey_stick(np.array([1e-9]))[0] == 0.0


def test_an_unbounded_loss_has_a_tail_beyond_the_floats() -> None:
    """At eps = 300 the profile is 0 in floats only: counted as 0 it would bound the loss and high Rényi orders."""
    law = Poisson(0.1).law(Change(substituted=1))
    pair, _ = poisson_substitution_pair(Gaussian(1.0, 1.5), law)
    assert 0.0 < pair.support.p_infinite <= 1e-290
    bounded, _ = poisson_substitution_pair(Laplace(1.0, 1.5), law)
    assert bounded.support.p_infinite == 0.0
    assert math.isinf(account(3 * Step(Gaussian(1.0, 1.5), Poisson(0.1)), Substitute()).epsilon(0.0).upper)
    curve = renyi_account(Step(Gaussian(1.0, 1.5), Poisson(0.1)), Substitute()).curve([2.0, 500.0])
    assert curve.upper[1] > 247.69  # one replaced record that pulls one way
