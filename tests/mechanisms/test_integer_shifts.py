"""Tables of integer noise against sums over the integers as they are written."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tightdp.errors import CannotAnswer
from tightdp.mechanisms.integer_shifts import IntegerLaw, gaussian_law, integer_shift_pair, laplace_law
from twins.line_mixture import discrete_laplace, discrete_normal, integer_hockey_stick

EPSILONS = np.array([-3.0, -0.5, 0.0, 1e-3, 0.4, 1.1, 2.7])
BOTH = pytest.mark.parametrize("law", [gaussian_law(1.4), laplace_law(0.9)], ids=["gaussian", "laplace"])


@given(scale=st.floats(0.05, 6.0), rate=st.floats(0.0, 1.0), unit=st.sampled_from([1, 2]), gaussian=st.booleans())
@settings(max_examples=80, deadline=None, derandomize=True)
def test_mixtures_on_the_integers(scale: float, rate: float, unit: int, gaussian: bool) -> None:
    law = gaussian_law(scale) if gaussian else laplace_law(scale)
    twin = discrete_normal(scale, 400) if gaussian else discrete_laplace(scale, 400)
    p, q = np.array([(1 - rate) ** 2, 2 * rate * (1 - rate), rate**2]), np.array([1 - rate, rate])
    shifts = np.array([-1.0, 0.0, 1.0, 2.0]) * unit
    left, right = np.array([0.0, *p]), np.array([q[1], q[0], 0.0, 0.0])
    known = integer_hockey_stick(twin, 400, shifts, left[None, :] - np.exp(EPSILONS)[:, None] * right[None, :])
    found = integer_shift_pair(law, tuple(p.tolist()), tuple(q.tolist()), unit).hockey_stick(EPSILONS)
    np.testing.assert_allclose(found, known, rtol=1e-9, atol=1e-14)


@pytest.mark.parametrize("scale", [0.01, 0.5, 3.0, 200.0])
def test_masses_add_up(scale: float) -> None:
    """The tails beyond the table are in its ends, or revealed."""
    for law in (gaussian_law(scale), laplace_law(scale)):
        pair = integer_shift_pair(law, (0.5, 0.3, 0.2), (0.6, 0.4), 1)
        assert abs(np.exp(pair.log_p).sum() + pair.p_infinite - 1.0) < 1e-12
        assert abs(np.exp(pair.log_q).sum() + pair.q_infinite - 1.0) < 1e-12
        assert pair.p_infinite <= 1e-290


@BOTH
def test_no_change_at_all_is_trivial(law: IntegerLaw) -> None:
    found = integer_shift_pair(law, (1.0,), (1.0,), 1).hockey_stick(EPSILONS[2:])
    assert bool(np.all(found <= 1e-290))


@BOTH
def test_tails_far_out_are_sums_of_masses(law: IntegerLaw) -> None:
    known = np.exp(law.log_mass(30.0 + np.arange(400.0))).sum()
    np.testing.assert_allclose(np.exp(law.log_tail(np.array([30.0]))), known, rtol=1e-12)


def test_both_tails_of_the_laplace_law() -> None:
    law = laplace_law(1.7)
    for start in range(-3, 4):
        known = np.exp(law.log_mass(start + np.arange(400.0))).sum()
        np.testing.assert_allclose(np.exp(law.log_tail(np.array([float(start)]))), known, rtol=1e-12)


@pytest.mark.parametrize("make", [partial(gaussian_law, 1e5), partial(laplace_law, 1.0)])
def test_too_many_atoms_are_refused(make: Any) -> None:
    with pytest.raises(
        CannotAnswer, match=r"discrete noise on \d+ integers: the table of losses is limited to 5000000"
    ):
        integer_shift_pair(make(), (0.0, 1.0), (1.0,), 5_000_001)
