"""The cells that laws about one step run over: schemes on tiny data sets, changes, and a cast of mechanisms."""

from __future__ import annotations

from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
)
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, WithoutReplacement, WithReplacement
from twins.stated_profiles import GaussianProfile, LeakyProfile

SCHEMES: tuple[AbstractScheme, ...] = (
    FullBatch(),
    Poisson(0.3),
    WithoutReplacement(4, 2),
    WithReplacement(3, 2),
)
EDGE_SCHEMES: tuple[AbstractScheme, ...] = (
    Poisson(0.0),
    Poisson(1e-9),
    Poisson(0.99),
    Poisson(1.0),
    WithoutReplacement(3, 3),
    WithoutReplacement(5, 2),
    WithoutReplacement(6, 3),
    WithoutReplacement(3, 1),
    WithReplacement(2, 3),
    WithReplacement(4, 2),
    WithReplacement(5, 1),
    WithReplacement(3, 3),
)
CHANGES: tuple[Change, ...] = (
    *(Change(removed=k) for k in (1, 2, 3)),
    *(Change(inserted=k) for k in (1, 2, 3)),
    *(Change(a, b) for a, b in ((1, 1), (2, 1), (1, 2), (2, 2))),
    *(Change(substituted=k) for k in (1, 2, 3)),
)
MECHANISMS: tuple[AbstractMechanism, ...] = (
    Gaussian(1.0),
    Gaussian(0.7, substitution_sensitivity=1.0),
    Laplace(1.0),
    Laplace(0.8, substitution_sensitivity=0.5),
    RandomizedResponse(0.8),
    RandomizedResponse(0.7, categories=3),
    RandomizedResponse(0.4, categories=4),
    DiscreteGaussian(1.0),
    DiscreteGaussian(0.8, substitution_sensitivity=1),
    DiscreteLaplace(1.0),
    DiscreteLaplace(0.7, substitution_sensitivity=1),
    EpsilonDelta(0.8, 0.05),
    EpsilonDelta(1.3, unit="add-remove"),
    EpsilonDelta(0.5, 1e-3, unit="substitute"),
    Profile(GaussianProfile(1.2)),
    Profile(GaussianProfile(1.2), group_profiles=GaussianProfile(1.2).of_group),
    Profile(LeakyProfile(0.6, 0.01), unit="add-remove"),
    Profile(GaussianProfile(0.9), unit="substitute"),
)
EDGE_MECHANISMS: tuple[AbstractMechanism, ...] = (
    Gaussian(0.0),
    Gaussian(0.1),
    Gaussian(30.0),
    Gaussian(1.0, substitution_sensitivity=0.5),
    Laplace(0.0),
    Laplace(0.05),
    Laplace(20.0),
    Laplace(1.0, substitution_sensitivity=1.0),
    RandomizedResponse(0.5),
    RandomizedResponse(1.0),
    RandomizedResponse(0.1),
    RandomizedResponse(1 / 3, categories=3),
    RandomizedResponse(1.0, categories=3),
    RandomizedResponse(0.25, categories=4),
    RandomizedResponse(0.999, categories=4),
    DiscreteGaussian(0.0),
    DiscreteGaussian(0.2),
    DiscreteGaussian(6.0),
    DiscreteLaplace(0.0),
    DiscreteLaplace(0.1),
    DiscreteLaplace(5.0),
    *(EpsilonDelta(epsilon, delta) for epsilon in (0.0, 1e-9, 50.0, 1000.0) for delta in (0.0, 0.1, 1.0)),
    EpsilonDelta(2.0, 0.6),
    EpsilonDelta(0.7, 1e-12),
    EpsilonDelta(20.0, 1e-9, unit="add-remove"),
    Profile(LeakyProfile(0.0, 0.3)),
    Profile(LeakyProfile(3.0, 0.0)),
    Profile(GaussianProfile(20.0)),
)
FEW_MECHANISMS = tuple(
    m
    for m in MECHANISMS
    if m
    in {
        Gaussian(1.0),
        Laplace(0.8, substitution_sensitivity=0.5),
        RandomizedResponse(0.7, categories=3),
        DiscreteGaussian(0.8, substitution_sensitivity=1),
        EpsilonDelta(0.8, 0.05),
    }
)


def shown(*values: object) -> str:
    """Values as a short test name."""
    return "-".join(f"{value}".replace(" ", "").split("object")[0] for value in values)[:90]
