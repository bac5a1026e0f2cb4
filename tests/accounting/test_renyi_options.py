"""Rényi divergences of discrete Gaussian noise are finite, and between those of its neighbours."""

from __future__ import annotations

import math

import pytest

from tightdp.accounting import account
from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.renyi_options import renyi_options
from tightdp.accounting.step import Step
from tightdp.mechanisms import DiscreteGaussian, Gaussian
from tightdp.pairs.on_integers import OnIntegers
from tightdp.relations import AddRemove, Change, Remove, Substitute
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement


def test_the_discrete_law_is_as_private_as_the_continuous_one() -> None:
    """Equal at integer orders on removal."""
    for scheme in (FullBatch(), Poisson(0.1)):
        discrete, continuous = (
            renyi_account(Step(m, scheme), Remove(2)) for m in (DiscreteGaussian(1.5), Gaussian(1.5))
        )
        assert discrete.divergence(3.0).upper == pytest.approx(continuous.divergence(3.0).upper, rel=1e-9)  # pyright: ignore[reportUnknownMemberType]
        assert discrete.tight


@pytest.mark.parametrize("relation", [AddRemove(2), Substitute()])
def test_epsilon_is_finite_and_above_the_composed_loss(relation: AddRemove | Substitute) -> None:
    for scheme in (Poisson(0.05), WithoutReplacement(200, 10)):
        run = 20 * Step(DiscreteGaussian(4.0), scheme)
        epsilon = renyi_account(run, relation).epsilon(1e-5).upper
        assert account(run, relation, rtol=0.02).epsilon(1e-5).lower <= epsilon < 50.0


def test_other_mechanisms_are_asked_as_they_are() -> None:
    (option,) = renyi_options(Step(Gaussian(1.0), Poisson(0.1)), Change(removed=1), "tightest")
    assert not isinstance(option.pair, OnIntegers)


def test_a_release_without_noise_stays_infinite() -> None:
    assert math.isinf(renyi_account(Step(DiscreteGaussian(0.0), Poisson(0.1)), Remove()).divergence(2.0).lower)


def test_half_a_sensitivity_is_no_integer_shift() -> None:
    """Poisson under substitution of sensitivity 1: the third witness would sit at halves."""
    step = Step(DiscreteGaussian(3.0, substitution_sensitivity=1), Poisson(0.1))
    (option,) = renyi_options(step, Change(substituted=1), "tightest")
    assert isinstance(option.pair, OnIntegers)
    assert len(option.witnesses) == 2
    assert all(isinstance(witness, OnIntegers) for witness in option.witnesses)
    found = renyi_account(step, Substitute()).divergence(2.0)
    assert 0.0 < found.lower < found.upper
