"""The thin layer over the solver."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.transport.linear_program import Rows, linear_program


def rows(right: list[float]) -> Rows:
    return Rows(np.array([0, 0]), np.array([0, 1]), np.ones(2), np.array(right))


def test_inequalities_have_multipliers() -> None:
    found = linear_program(np.array([-2.0, -1.0]), rows([0.5]), equal=False)
    assert found is not None
    assert found.x.tolist() == pytest.approx([0.5, 0.0])
    assert found.multipliers.tolist() == pytest.approx([2.0])


def test_equations() -> None:
    found = linear_program(np.array([1.0, 2.0]), rows([1.5]), equal=True)
    assert found is not None
    assert found.x.tolist() == pytest.approx([1.0, 0.5])


def test_what_has_no_solution_is_none() -> None:
    assert linear_program(np.array([1.0, 2.0]), rows([3.0]), equal=True) is None
