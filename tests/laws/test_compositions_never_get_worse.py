"""More noise, a smaller rate, fewer steps, a smaller group, a larger delta: never worse, within certified brackets.

Upper ends may differ by the tolerance; a lower end of the better run never exceeds an upper end of the worse one.
"""

from __future__ import annotations

import math
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tightdp import (
    AddRemove,
    Bound,
    DiscreteGaussian,
    Gaussian,
    Laplace,
    Poisson,
    Program,
    RandomizedResponse,
    Step,
    Substitute,
    WithoutReplacement,
    account,
)
from tightdp.relations import AbstractRelation

CI = settings(max_examples=12, deadline=None, derandomize=True)
RTOL = 1e-3


def epsilon(program: Program, delta: float, relation: AbstractRelation | None = None) -> Bound:
    return account(program, relation or AddRemove(), rtol=RTOL).epsilon(delta)


def never_worse(better: Bound, worse: Bound) -> None:
    assert better.lower <= worse.upper
    assert better.upper <= worse.upper * (1.0 + 1.1 * RTOL) + 1e-12


def logarithmic(low: float, high: float) -> st.SearchStrategy[float]:
    return st.floats(math.log(low), math.log(high)).map(math.exp)


@CI
@given(noise=logarithmic(0.4, 10.0), more=st.floats(1.0, 3.0), rate=logarithmic(1e-3, 1.0), steps=st.integers(2, 5000))
@pytest.mark.parametrize("kind", [Gaussian, Laplace])
def test_more_noise(kind: type[Gaussian | Laplace], noise: float, more: float, rate: float, steps: int) -> None:
    scheme = Poisson(min(rate, 1.0))
    quiet, loud = steps * Step(kind(noise), scheme), steps * Step(kind(noise * more), scheme)
    never_worse(epsilon(loud, 1e-6), epsilon(quiet, 1e-6))


@CI
@given(noise=logarithmic(0.5, 8.0), rate=logarithmic(1e-3, 1.0), share=st.floats(0.1, 1.0), steps=st.integers(2, 5000))
def test_a_smaller_rate(noise: float, rate: float, share: float, steps: int) -> None:
    often, seldom = (steps * Step(Gaussian(noise), Poisson(min(q, 1.0))) for q in (rate, share * rate))
    never_worse(epsilon(seldom, 1e-6), epsilon(often, 1e-6))


@CI
@given(noise=logarithmic(0.5, 8.0), rate=logarithmic(1e-3, 1.0), steps=st.integers(2, 3000), more=st.integers(0, 3000))
def test_fewer_steps(noise: float, rate: float, steps: int, more: int) -> None:
    step = Step(Gaussian(noise), Poisson(min(rate, 1.0)))
    never_worse(epsilon(steps * step, 1e-6), epsilon((steps + more) * step, 1e-6))


@CI
@given(noise=logarithmic(0.5, 8.0), rate=logarithmic(1e-3, 1.0), steps=st.integers(2, 3000), more=logarithmic(1.0, 1e4))
def test_a_larger_delta(noise: float, rate: float, steps: int, more: float) -> None:
    program = steps * Step(Gaussian(noise), Poisson(min(rate, 1.0)))
    never_worse(epsilon(program, 1e-8 * more), epsilon(program, 1e-8))


@pytest.mark.parametrize("relation", [AddRemove, Substitute])
@pytest.mark.parametrize("scheme", [Poisson(0.02), WithoutReplacement(200, 4)], ids=["Poisson", "fixed size"])
def test_a_smaller_group(relation: type[AddRemove | Substitute], scheme: Poisson | WithoutReplacement) -> None:
    program = 50 * Step(Gaussian(3.0), scheme)
    bounds = [epsilon(program, 1e-6, relation(size)) for size in (1, 2, 3, 5)]
    for better, worse in pairwise(bounds):
        never_worse(better, worse)


@pytest.mark.parametrize("truths", [[0.5, 0.55, 0.7, 0.9, 0.99]])
def test_a_more_truthful_response(truths: list[float]) -> None:
    bounds = [epsilon(20 * Step(RandomizedResponse(truth), Poisson(0.2)), 1e-6) for truth in truths]
    for better, worse in pairwise(bounds):
        never_worse(better, worse)


def test_more_discrete_noise() -> None:
    bounds = [epsilon(20 * Step(DiscreteGaussian(noise), Poisson(0.2)), 1e-6) for noise in (16.0, 6.0, 2.0, 1.0, 0.5)]
    for better, worse in pairwise(bounds):
        never_worse(better, worse)


@CI
@given(noise=logarithmic(0.5, 8.0), rate=logarithmic(1e-3, 1.0), steps=st.integers(2, 1000))
def test_the_profile_falls(noise: float, rate: float, steps: int) -> None:
    answer = account(steps * Step(Gaussian(noise), Poisson(min(rate, 1.0))), AddRemove())
    top = answer.epsilon(1e-6).upper
    bounds = answer.profile([0.0, 0.2 * top, 0.5 * top, 0.9 * top, 1.1 * top])
    for near, far in pairwise(bounds):
        assert far.lower <= near.upper
        assert far.upper <= near.upper * (1.0 + 1.1 * RTOL) + 1e-15
