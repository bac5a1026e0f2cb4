"""Outputs of mechanisms for values of a function."""

from __future__ import annotations

import math

import numpy as np
import pytest
from scipy.integrate import quad

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
    Together,
)
from tightdp.transport.output_laws import AnswerOutput, ExactOutput, output_law

VALUES, WEIGHTS = np.array([-1.0, 0.0, 2.0]), np.array([-0.4, 0.3, 0.2])
NOISY: list[AbstractMechanism] = [Gaussian(0.8), Laplace(0.6), DiscreteGaussian(0.8), DiscreteLaplace(0.6)]


@pytest.mark.parametrize("mechanism", NOISY[:2], ids=["gaussian", "laplace"])
def test_positive_parts_on_the_line(mechanism: AbstractMechanism) -> None:
    law = output_law(mechanism)

    def density(z: float) -> float:
        logs = [float(law.log_density(np.array([z]), v)[0]) for v in VALUES]
        return max(sum(w * math.exp(t) for w, t in zip(WEIGHTS, logs, strict=True)), 0.0)

    wanted = quad(density, -30.0, 30.0, limit=500, points=[-1.0, 0.0, 2.0])[0]
    assert law.positive_part(VALUES, WEIGHTS) == pytest.approx(wanted, abs=1e-7)


@pytest.mark.parametrize("mechanism", NOISY[2:], ids=["gaussian", "laplace"])
def test_positive_parts_on_the_integers(mechanism: AbstractMechanism) -> None:
    law, z = output_law(mechanism), np.arange(-60.0, 61.0)
    masses = sum(w * np.exp(law.log_density(z, v)) for w, v in zip(WEIGHTS, VALUES, strict=True))
    assert law.positive_part(VALUES, WEIGHTS) == pytest.approx(float(np.maximum(masses, 0.0).sum()), rel=1e-12)


@pytest.mark.parametrize("mechanism", NOISY, ids=lambda m: type(m).__name__)
def test_noise_has_its_scale(mechanism: AbstractMechanism) -> None:
    drawn = output_law(mechanism).sample(np.full(20_000, 3.0), np.random.default_rng(1)) - 3.0
    z = np.arange(-40.0, 41.0)
    if isinstance(mechanism, DiscreteGaussian | DiscreteLaplace):
        spread = float((np.exp(output_law(mechanism).log_density(z, 0.0)) * z**2).sum())
    else:
        spread = 0.64 if isinstance(mechanism, Gaussian) else 0.72
    assert abs(float(drawn.mean())) < 0.03
    assert float(drawn.var()) == pytest.approx(spread, rel=0.06)


def test_answers() -> None:
    law = output_law(RandomizedResponse(0.7, 3))
    assert isinstance(law, AnswerOutput)
    drawn = law.sample(np.full(10_000, 1.0), np.random.default_rng(1))
    assert [float((drawn == k).mean()) for k in range(3)] == pytest.approx([0.15, 0.7, 0.15], abs=0.02)
    assert np.exp(law.log_density(np.arange(3.0), 1.0)).tolist() == pytest.approx([0.15, 0.7, 0.15])
    assert law.positive_part(np.array([0.0, 1.0]), np.array([0.5, -0.5])) == pytest.approx(0.5 * 0.55)


@pytest.mark.parametrize("mechanism", [EpsilonDelta(1.0), Profile(lambda _: 0.1)], ids=["pair", "profile"])
def test_black_boxes_give_one_bit(mechanism: AbstractMechanism) -> None:
    law = output_law(mechanism)
    drawn = law.sample(np.full(10_000, 0.3), np.random.default_rng(1))
    assert float(drawn.mean()) == pytest.approx(0.3, abs=0.02)
    assert np.exp(law.log_density(np.array([0.0, 1.0]), 0.3)).tolist() == pytest.approx([0.7, 0.3])
    assert law.positive_part(np.array([0.2, 0.9]), np.array([-0.5, 0.5])) == pytest.approx(0.35)


@pytest.mark.parametrize(
    "mechanism",
    [Gaussian(0.0), Laplace(0.0), DiscreteGaussian(0.0), DiscreteLaplace(0.0)],
    ids=lambda m: type(m).__name__,
)
def test_without_noise_the_value_is_seen(mechanism: AbstractMechanism) -> None:
    law = output_law(mechanism)
    assert law == ExactOutput()
    assert law.sample(VALUES, np.random.default_rng(1)).tolist() == VALUES.tolist()
    assert law.log_density(VALUES, 0.0).tolist() == [-math.inf, 0.0, -math.inf]
    assert law.positive_part(VALUES, WEIGHTS) == 0.5


def test_several_releases_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="it has no function of the batch to run"):
        output_law(Together((Gaussian(1.0), Laplace(1.0))))
