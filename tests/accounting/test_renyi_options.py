"""Rényi divergences of discrete Gaussian noise are finite, and between those of its neighbours."""

from __future__ import annotations

import math

import numpy as np
import pytest

from tightdp.accounting import account
from tightdp.accounting.renyi_account import renyi_account
from tightdp.accounting.renyi_options import renyi_options
from tightdp.accounting.step import Step
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import DiscreteGaussian, Gaussian, Laplace, Together
from tightdp.pairs.on_integers import OnIntegers
from tightdp.relations import AbstractRelation, AddRemove, Change, Insert, Remove, Substitute
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, RandomAllocation, WithoutReplacement, WithReplacement


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


def test_the_agnostic_route_has_the_tails_too() -> None:
    """For one removed record, whose table is one mixture; the loss of inserted ones is bounded."""
    step = Step(DiscreteGaussian(3.0), Poisson(0.1))
    for relation in (Remove(), Insert(2)):
        found = renyi_account(step, relation, route="agnostic").divergence(8.0)
        assert 0.0 < found.lower <= found.upper < 1.0
    # tables for a public number of removed records and for a sup profile are not: their ends count as revealed
    for relation in (Remove(3), Substitute()):
        answer = renyi_account(step, relation, route="agnostic")
        assert math.isinf(answer.divergence(8.0).upper)
        assert math.isfinite(answer.divergence(8.0).lower)
        assert any("tables end" in note for note in answer.because.notes)


TWO = Together((Gaussian(2.0), Laplace(5.0)))


@pytest.mark.parametrize(
    "scheme", [FullBatch(), Poisson(0.01), WithoutReplacement(100, 5), WithReplacement(100, 3)], ids=str
)
@pytest.mark.parametrize("relation", [Remove(), Insert(2), Substitute()], ids=str)
def test_two_kinds_of_noise_on_one_batch(scheme: AbstractScheme, relation: AbstractRelation) -> None:
    """Finite, above what is attained, and at least as much as one of the releases tells."""
    orders = [0.7, 1.5, 4.0, 30.0, 1e4]
    curve = renyi_account(Step(TWO, scheme), relation).curve(orders)
    assert np.all(np.isfinite(curve.upper))
    assert np.all((curve.lower > 0.0) & (curve.lower <= curve.upper))
    assert np.all(np.diff(curve.upper) >= 0.0)
    one = renyi_account(Step(Gaussian(2.0), scheme), relation).curve(orders)
    assert np.all(curve.upper >= one.lower)


def test_cut_tails_raise_no_lower_end() -> None:
    """Tables of two numbers of changed records end somewhere; the truth is finite there."""
    curve = renyi_account(Step(TWO, Poisson(0.01)), Remove(2)).curve([2.0, 8.0])
    assert curve.lower == pytest.approx(curve.upper, rel=1e-2)  # pyright: ignore[reportUnknownMemberType]


def test_half_a_sensitivity_is_no_integer_shift() -> None:
    """Poisson under substitution of sensitivity 1: the third witness would sit at halves."""
    step = Step(DiscreteGaussian(3.0, substitution_sensitivity=1), Poisson(0.1))
    (option,) = renyi_options(step, Change(substituted=1), "tightest")
    assert isinstance(option.pair, OnIntegers)
    assert len(option.witnesses) == 2
    assert all(isinstance(witness, OnIntegers) for witness in option.witnesses)
    found = renyi_account(step, Substitute()).divergence(2.0)
    assert 0.0 < found.lower < found.upper


def test_a_pass_of_random_allocation_is_refused() -> None:
    with pytest.raises(CannotAnswer, match="the Rényi divergence of a pass of random allocation"):
        renyi_options(Step(Gaussian(1.0), RandomAllocation(4)), Change(removed=1), "tightest")
