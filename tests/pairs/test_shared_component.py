"""Theorem U for tables: the profile is the maximum that the theorem states, at every alpha."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mpf

from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.shared_component import component_losses, shared_component_pair
from tightdp.pairs.swapped import swap
from twins.nearness import relative_error
from twins.shared_component import shared_component_bound
from twins.shift_cases import binomial
from twins.tables import TableTwin

EPSILONS = np.array([-3.0, -0.6, -0.1, 0.0, 0.05, 0.4, 1.3, 2.9])


def responses(epsilon: float, leak: float = 0.0) -> tuple[list[float], list[float]]:
    """Randomised response that tells the truth without a doubt with probability ``leak``."""
    truth = (1.0 - leak) / (1.0 + math.exp(-epsilon))
    masses = [leak, truth, 1.0 - leak - truth, 0.0]
    return masses, masses[::-1]


def chain(step: float, count: int, leak: float = 0.0) -> tuple[tuple[Discrete, ...], list[TableTwin]]:
    """Symmetric pairs at distances 0, 1, ..., count, and their twins."""
    laws = [responses(step * k, leak * k) for k in range(count + 1)]
    return tuple(Discrete.from_masses(*law) for law in laws), [TableTwin.of(*law) for law in laws]


def check(p: tuple[float, ...], q: tuple[float, ...], step: float, leak: float) -> None:
    pairs, twins = chain(step, max(len(p), len(q)) - 1, leak)
    pair = shared_component_pair(p, q, pairs)
    mass = np.exp(pair.log_p).sum() + pair.p_infinite, np.exp(pair.log_q).sum() + pair.q_infinite
    assert mass == pytest.approx((1.0, 1.0), abs=1e-12)
    for epsilon, value in zip(EPSILONS.tolist(), pair.hockey_stick(EPSILONS), strict=True):
        bound = shared_component_bound(p, q, twins, epsilon)
        assert value == pytest.approx(float(bound), rel=1e-9, abs=1e-14), epsilon


@pytest.mark.parametrize("leak", [0.0, 0.01])
@pytest.mark.parametrize(
    ("removed", "inserted", "rate"), [(1, 0, 0.3), (0, 1, 0.3), (2, 1, 0.2), (3, 3, 1e-3), (4, 2, 0.9)]
)
def test_the_profile_is_the_stated_maximum(removed: int, inserted: int, rate: float, leak: float) -> None:
    check(binomial(removed, rate), binomial(inserted, rate), 0.5, leak)


@settings(max_examples=20, deadline=None)
@given(
    p=st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any),
    q=st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(any),
    step=st.floats(0.01, 3.0),
    leak=st.sampled_from([0.0, 1e-6, 0.05]),
)
def test_any_weights(p: list[int], q: list[int], step: float, leak: float) -> None:
    check(tuple(w / sum(p) for w in p), tuple(w / sum(q) for w in q), step, leak)


def test_no_change_reveals_nothing() -> None:
    pairs, _ = chain(0.5, 1)
    assert shared_component_pair((1.0,), (1.0,), pairs).hockey_stick(EPSILONS[3:]).max() <= 1e-15


def test_one_removed_record_is_amplification() -> None:
    """With one record there is nothing to share but the batch without it: Theorem 8 of B18."""
    pairs, twins = chain(0.8, 1)
    pair = shared_component_pair((0.7, 0.3), (1.0,), pairs)
    for epsilon in (0.05, 0.2):
        truth = twins[1].amplified(0.3).hockey_stick(mpf(epsilon))
        assert relative_error(pair.hockey_stick(np.array([epsilon]))[0], truth) <= 1e-12


def test_both_directions_belong_together() -> None:
    pairs, _ = chain(0.5, 3, 0.01)
    p, q = binomial(3, 0.4), binomial(2, 0.4)
    there, back = shared_component_pair(p, q, pairs), shared_component_pair(q, p, pairs)
    np.testing.assert_allclose(swap(there).hockey_stick(EPSILONS), back.hockey_stick(EPSILONS), atol=1e-13)


def test_small_rates_keep_their_digits() -> None:
    """Losses of 1e-9 have ten digits, since composing a million steps adds them up."""
    rate = 1e-9
    pairs, _ = chain(0.5, 1)
    pair = shared_component_pair((1.0 - rate, rate), (1.0,), pairs)
    assert pair.losses[-1] == pytest.approx(math.log1p(rate * math.expm1(0.5)), rel=1e-10)
    assert pair.losses[0] == pytest.approx(math.log1p(rate * math.expm1(-0.5)), rel=1e-10)


def test_slopes_of_the_trade_offs_on_common_pieces() -> None:
    answer = Discrete.from_masses([0.7, 0.3], [0.3, 0.7])
    log_width, upper, lower = component_losses((trivial_pair(), answer))
    assert np.exp(log_width) == pytest.approx([0.3, 0.4, 0.3])
    assert upper[0] == pytest.approx([0.0, 0.0, 0.0])
    assert np.exp(upper[1]) == pytest.approx([7 / 3, 3 / 7, 3 / 7])
    assert lower[1] == pytest.approx(upper[1][::-1])
