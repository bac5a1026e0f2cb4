"""The discrete Laplace mechanism."""

from __future__ import annotations

import math

import numpy as np
import pytest

from mechanisms.closeness import close
from mechanisms.noise_mechanisms import check_distances, check_scale, delta
from tightdp.mechanisms import DiscreteLaplace


def test_the_scale() -> None:
    check_scale(DiscreteLaplace, "scale")


def test_the_distances() -> None:
    check_distances(DiscreteLaplace, lambda value: DiscreteLaplace(1.3, value))


@pytest.mark.parametrize("scale", [0.3, 1.0, 4.7])
def test_the_profile_is_the_sum_over_the_integers(scale: float) -> None:
    z = np.arange(-200.0, 201.0)
    law = np.exp(-np.abs(z) / scale) * np.tanh(0.5 / scale)
    moved = np.exp(-np.abs(z - 2.0) / scale) * np.tanh(0.5 / scale)
    for epsilon in (-1.0, 0.0, 0.3, 2.0):
        known = float(np.maximum(moved - np.exp(epsilon) * law, 0.0).sum())
        assert delta(DiscreteLaplace(scale), epsilon, 2) == close(known, 1e-10, 1e-15)


def test_one_shift_has_two_losses() -> None:
    """Losses +-1/b with ``P[L = 1/b] = 1 / (1 + e^(-1/b))``: randomised response in disguise."""
    support = DiscreteLaplace(2.0).group_pair(1, "add-remove").support
    assert (support.lowest, support.highest) == (close(-0.5), close(0.5))
    assert delta(DiscreteLaplace(2.0), 0.0) == close(math.tanh(0.25))


def test_it_is_purely_private() -> None:
    pair = DiscreteLaplace(2.0).group_pair(3, "add-remove")
    assert pair.support.highest == close(1.5)
    assert pair.support.p_infinite == 0.0
    assert delta(DiscreteLaplace(2.0), 1.5 * (1.0 + 1e-12), 3) == 0.0
