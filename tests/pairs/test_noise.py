"""Cell masses of one noise law, against differences of tails in many digits."""

from __future__ import annotations

from itertools import pairwise
from typing import Any, Literal

import numpy as np
import pytest
from mpmath import log, mpf, workdps

from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise, interval_masses, log_interval_masses, log_survival
from twins.nearness import agrees, relative_error
from twins.shift_pairs import ShiftTwin

Name = Literal["gaussian", "laplace"]
LAWS: list[tuple[Name, AbstractNoise]] = [
    ("gaussian", GaussianNoise(0.05)),
    ("gaussian", GaussianNoise(20.0)),
    ("laplace", LaplaceNoise(0.05)),
    ("laplace", LaplaceNoise(20.0)),
]
UNITS = [-500.0, -36.0, -9.0, -2.0, -1.9, -1e-4, 0.0, 1e-4, 0.5, 3.0, 12.0, 36.5, 500.0]


def masses(name: Name, scale: float, edges: list[float]) -> list[Any]:
    twin = ShiftTwin(name, scale, (1.0,), (1.0,))
    with workdps(400):
        tails = [twin.survival(mpf(x)) for x in edges]
        return [a - b for a, b in pairwise(tails)]


@pytest.mark.parametrize(("name", "noise"), LAWS)
def test_interval_masses(name: Name, noise: AbstractNoise) -> None:
    edges = [u * noise.spread for u in UNITS]
    plain, logs = interval_masses(noise, np.array(edges)), log_interval_masses(noise, np.array(edges))
    for got, got_log, truth in zip(plain, logs, masses(name, noise.spread, edges), strict=True):
        assert truth < 1e-300 or relative_error(got, truth) <= 1e-11
        assert agrees(got_log, (truth, truth), 1e-11)
        with workdps(50):
            assert abs(got_log - log(truth)) <= 1e-11 + 1e-15 * abs(log(truth))


@pytest.mark.parametrize(("name", "noise"), LAWS)
def test_cells_that_reach_to_infinity(name: Name, noise: AbstractNoise) -> None:
    edges = np.array([-np.inf, -np.inf, -noise.spread, np.inf, np.inf])
    plain = interval_masses(noise, edges)
    below = float(noise.tail(np.array([noise.spread]))[0])
    assert plain.tolist() == [0.0, below, 1.0 - below, 0.0], name
    np.testing.assert_allclose(np.exp(log_interval_masses(noise, edges)), plain, rtol=1e-15)


@pytest.mark.parametrize(("name", "noise"), LAWS)
def test_survival_of_either_sign(name: Name, noise: AbstractNoise) -> None:
    twin = ShiftTwin(name, noise.spread, (1.0,), (1.0,))
    z = np.array([u * noise.spread for u in UNITS if abs(u) < 100.0])
    with workdps(50):
        for got, at in zip(log_survival(noise, z), z, strict=True):
            truth = log(twin.survival(mpf(float(at))))
            assert abs(got - truth) <= 1e-15 * (8 + abs(truth))
    assert log_survival(noise, np.array([-np.inf, np.inf])).tolist() == [0.0, -np.inf]
