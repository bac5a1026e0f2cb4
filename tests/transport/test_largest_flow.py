"""Flows from supplies to demands."""

from __future__ import annotations

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from tightdp.transport.largest_flow import largest_flow


def test_a_path_undoes_an_earlier_choice() -> None:
    allowed = np.array([[True, True], [True, False]])
    flow = largest_flow(np.array([0.5, 0.5]), np.array([0.5, 0.5]), allowed)
    assert flow.unmet == ()
    assert flow.amounts.tolist() == [[0.0, 0.5], [0.5, 0.0]]


def test_what_competes_for_too_little_room_is_named() -> None:
    allowed = np.array([[True, False], [True, False], [False, True]])
    flow = largest_flow(np.array([0.3, 0.3, 0.4]), np.array([0.4, 0.6]), allowed)
    assert flow.unmet == (0, 1)


def test_rare_supplies_count() -> None:
    flow = largest_flow(np.array([1.0, 1e-40]), np.array([1.0, 1e-40]), np.array([[True, False], [True, True]]))
    assert flow.unmet == ()
    assert flow.amounts[1, 1] == 1e-40
    assert largest_flow(np.array([1.0, 1e-40]), np.array([1.0]), np.array([[True], [False]])).unmet == (1,)


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_as_much_as_a_linear_program_finds(seed: int) -> None:
    rng = np.random.default_rng(seed)
    m, n = (int(k) for k in rng.integers(1, 7, size=2))
    supply, demand = rng.integers(0, 5, size=m) / 8.0, rng.integers(0, 5, size=n) / 8.0
    allowed = rng.random((m, n)) < 0.5
    flow = largest_flow(supply, demand, allowed)
    assert bool(np.all(flow.amounts[~allowed] == 0.0))
    assert bool(np.all(flow.amounts.sum(axis=1) <= supply + 1e-12))
    assert bool(np.all(flow.amounts.sum(axis=0) <= demand + 1e-12))
    rows = np.vstack([np.kron(np.eye(m), np.ones(n)), np.kron(np.ones(m), np.eye(n))])
    best = linprog(
        -allowed.ravel().astype(float),
        A_ub=rows,
        b_ub=np.concatenate([supply, demand]),
        bounds=[(0, 1 if a else 0) for a in allowed.ravel()],
    )
    assert abs(flow.amounts.sum() + best.fun) < 1e-9
    if flow.unmet:
        bad = list(flow.unmet)
        near = allowed[bad].any(axis=0)
        assert supply[bad].sum() > demand[near].sum()
    else:
        assert abs(flow.amounts.sum() - supply.sum()) < 1e-12
