from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.accounting import Step, account
from tightdp.errors import InvalidInput
from tightdp.mechanisms import Gaussian, Together
from tightdp.planning.adaptive_clipping import AdaptiveClipping
from tightdp.relations import AddRemove, Substitute
from tightdp.schemes import Poisson, WithoutReplacement

CLIPPING = AdaptiveClipping(noise_multiplier=1.0, count_noise=5.0)


@given(st.floats(1e-3, 1e3), st.floats(1e-9, 1e3))
def test_the_shares_add_up(wanted: float, above: float) -> None:
    """In exact arithmetic, also where the count takes nearly everything."""
    clipping = AdaptiveClipping(noise_multiplier=wanted, count_noise=wanted / 2.0 * (1.0 + above))
    twice = 2 * Fraction(clipping.count_noise)
    exact = 1 / (1 / Fraction(wanted) ** 2 - 1 / twice**2)
    assert Fraction(clipping.gradients.noise_multiplier) ** 2 / exact == pytest.approx(1.0, rel=1e-14)
    (merged,) = clipping.mechanism.merged
    assert isinstance(merged, Gaussian)
    assert merged.noise_multiplier == pytest.approx(wanted, rel=1e-14)


@pytest.mark.parametrize("relation", [AddRemove(), AddRemove(3), Substitute()])
def test_a_run_costs_what_the_wanted_noise_costs(relation: AddRemove | Substitute) -> None:
    for scheme in (Poisson(0.01), WithoutReplacement(1000, 10)):
        both = account(100 * Step(CLIPPING.mechanism, scheme), relation).delta(1.0)
        one = account(100 * Step(Gaussian(1.0), scheme), relation).delta(1.0)
        assert (both.lower, both.upper) == pytest.approx((one.lower, one.upper), rel=1e-9)


def test_without_noise_there_is_nothing_to_share() -> None:
    assert AdaptiveClipping(noise_multiplier=0.0, count_noise=5.0).gradients == Gaussian(0.0)


@pytest.mark.parametrize("already", [CLIPPING, CLIPPING.gradients, CLIPPING.count, CLIPPING.mechanism])
def test_what_is_shared_out_is_not_shared_out_again(already: AdaptiveClipping | Gaussian | Together) -> None:
    with pytest.raises(InvalidInput, match=r"the effective number that is wanted, got .* shared out already: run with"):
        AdaptiveClipping(noise_multiplier=already, count_noise=5.0)  # type: ignore[arg-type]


def test_replacing_a_number_starts_from_the_wanted_one() -> None:
    assert replace(CLIPPING, count_noise=50.0).gradients.noise_multiplier == pytest.approx(1.0, rel=1e-3)


@pytest.mark.parametrize(
    ("wanted", "counted", "match"),
    [
        (-1.0, 5.0, "noise_multiplier must be a finite number >= 0, got -1.0"),
        (1.0, math.nan, "count_noise must be a finite number >= 0, got nan"),
        (1.0, 0.5, r"count_noise must be above noise_multiplier / 2 = 0.5, got 0.5. The count alone would cost more"),
        (0.0, 0.0, "count_noise must be above noise_multiplier / 2 = 0, got 0.0"),
        (1.0, 1e308, "count_noise must be above"),
    ],
)
def test_what_cannot_be_shared_is_refused(wanted: float, counted: float, match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        AdaptiveClipping(noise_multiplier=wanted, count_noise=counted)
