"""Releases on worst inputs attain the witnesses that transport hands on."""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import reduce

import numpy as np
import pytest

from tightdp import (
    CannotAnswer,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Laplace,
    Poisson,
    Profile,
    RandomizedResponse,
    Together,
    WithoutReplacement,
    WithReplacement,
)
from tightdp.auditing.bare_release import BareRelease
from tightdp.auditing.joint_release import JointRelease
from tightdp.auditing.loss_score import LossScore
from tightdp.auditing.shift_release import ShiftRelease
from tightdp.auditing.table_release import TableRelease
from tightdp.auditing.worst_inputs import Way, ways_to_pull, worst_release
from tightdp.mechanisms import AbstractMechanism
from tightdp.mechanisms.integer_shifts import gaussian_law, laplace_law
from tightdp.mechanisms.unit import Unit
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, ChangedCounts
from tightdp.transport import dominate

SCHEMES = (FullBatch(), Poisson(0.3), WithoutReplacement(12, 5), WithReplacement(9, 4))
CHANGES = (Change(removed=1), Change(inserted=3), Change(removed=2, inserted=1), Change(substituted=2))
CASES = [(scheme, change) for scheme in SCHEMES for change in CHANGES]
EPSILONS = np.linspace(-3.0, 3.0, 25)


def guarantee(mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change) -> Dominating:
    return dominate(mechanism, scheme, change, "tightest")[-1]


def profile(score: LossScore, outputs: Array, log_masses: Array | float = 0.0) -> list[float]:
    """``sum_z [P(z) - e^eps Q(z)]_+`` over a list of outputs, from the release's own densities times masses."""

    def law(weights: Mapping[int, float]) -> Array:
        terms = [w * np.exp(log_masses + score.release.log_density(outputs, place)) for place, w in weights.items()]
        return reduce(np.add, terms)

    above, below = law(score.above), law(score.below)
    return [float(np.maximum(above - math.exp(eps) * below, 0.0).sum()) for eps in EPSILONS]


def same_shifts(release: ShiftRelease, counts: ChangedCounts) -> ShiftMixture:
    p = counts.p if release.pull.up else (1.0,)
    q = counts.q if release.pull.down else (1.0,)
    return ShiftMixture(release.noise, p, q, max(release.pull.up, release.pull.down))


@pytest.mark.parametrize(("scheme", "change"), CASES, ids=str)
@pytest.mark.parametrize("mechanism", [Gaussian(1.5), Gaussian(0.7, 1.2), Laplace(2.0), Laplace(1.0, 0.5)], ids=str)
def test_shifts_are_those_of_the_witnesses(
    mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change
) -> None:
    found = guarantee(mechanism, scheme, change)
    counts = scheme.law(change)
    wanted = [pair.hockey_stick(EPSILONS) for pair in found.witnesses]
    releases = ways_to_pull(mechanism, counts).values()
    attained = [same_shifts(r, counts).hockey_stick(EPSILONS) for r in releases if isinstance(r, ShiftRelease)]
    assert len(attained) == len(wanted) == len(releases)
    for one in attained:
        assert any(np.allclose(one, other, rtol=1e-9, atol=1e-12) for other in wanted)


@pytest.mark.parametrize(("scheme", "change"), CASES, ids=str)
@pytest.mark.parametrize("mechanism", [DiscreteLaplace(1.5), DiscreteGaussian(1.2), DiscreteGaussian(2.0, 1)], ids=str)
def test_whole_numbers_are_those_of_the_witnesses(
    mechanism: DiscreteLaplace | DiscreteGaussian, scheme: AbstractScheme, change: Change
) -> None:
    counts = scheme.law(change)
    wanted = [pair.hockey_stick(EPSILONS) for pair in guarantee(mechanism, scheme, change).witnesses]
    z = np.arange(-150.0, 151.0)
    gaussian = isinstance(mechanism, DiscreteGaussian)
    law = gaussian_law(mechanism.noise_multiplier) if gaussian else laplace_law(mechanism.scale)
    for release in ways_to_pull(mechanism, counts).values():
        one = profile(LossScore.of(release, counts), z, law.log_mass(z))
        assert any(np.allclose(one, other, rtol=1e-9, atol=1e-12) for other in wanted)


@pytest.mark.parametrize(("scheme", "change"), CASES, ids=str)
@pytest.mark.parametrize(
    "mechanism",
    [
        EpsilonDelta(0.7, 0.01),
        RandomizedResponse(0.8),
        RandomizedResponse(0.3),
        RandomizedResponse(0.6, 3),
        RandomizedResponse(0.5, 7),
        Profile(lambda eps: 0.3 * math.exp(-eps)),
    ],
    ids=lambda one: type(one).__name__,
)
def test_tables_are_those_of_the_witnesses(
    mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change
) -> None:
    counts = scheme.law(change)
    wanted = [pair.hockey_stick(EPSILONS) for pair in guarantee(mechanism, scheme, change).witnesses]
    releases = ways_to_pull(mechanism, counts).values()
    for release in releases:
        assert isinstance(release, TableRelease)
        one = profile(LossScore.of(release, counts), np.arange(float(len(release.unchanged))))
        assert any(np.allclose(one, other, rtol=1e-9, atol=1e-12) for other in wanted)


@pytest.mark.parametrize(
    ("mechanism", "ways"),
    [
        (Gaussian(1.0), ["opposite"]),
        (Gaussian(1.0, 1.0), ["removed", "inserted", "opposite"]),
        (RandomizedResponse(0.7), ["removed", "inserted"]),
        (RandomizedResponse(0.7, 3), ["removed", "inserted", "opposite"]),
        (Together((Gaussian(1.0), Laplace(1.0))), ["opposite"]),
        (Together((Gaussian(1.0), RandomizedResponse(0.7))), ["removed", "inserted", "opposite"]),
        (Together((EpsilonDelta(1.0), RandomizedResponse(0.7))), ["removed", "inserted"]),
    ],
    ids=str,
)
def test_the_worst_way_stands_alone(mechanism: AbstractMechanism, ways: list[str]) -> None:
    assert list(ways_to_pull(mechanism, Poisson(0.2).law(Change(substituted=1)))) == ways


def test_one_side_pulls_where_only_one_can() -> None:
    assert list(ways_to_pull(Gaussian(1.0), Poisson(0.2).law(Change(removed=1)))) == ["removed"]
    assert list(ways_to_pull(Gaussian(1.0), Poisson(0.2).law(Change(inserted=1)))) == ["inserted"]


def test_without_noise_the_release_is_bare() -> None:
    for mechanism in (Gaussian(0.0), Laplace(0.0), DiscreteGaussian(0.0), DiscreteLaplace(0.0)):
        (release,) = ways_to_pull(mechanism, Poisson(0.2).law(Change(removed=1))).values()
        assert isinstance(release, BareRelease)


def test_several_releases_are_joined() -> None:
    mechanism = Together((Gaussian(1.0), EpsilonDelta(1.0, 0.1)))
    (release,) = ways_to_pull(mechanism, Poisson(0.2).law(Change(removed=1))).values()
    assert isinstance(release, JointRelease)
    assert [type(part) for part in release.parts] == [ShiftRelease, TableRelease]


@pytest.mark.parametrize(
    ("mechanism", "mass"),
    [
        (DiscreteGaussian(1.3), [math.exp(-0.5 * (z / 1.3) ** 2) for z in range(-4, 5)]),
        (DiscreteLaplace(1.3), [math.exp(-abs(z) / 1.3) for z in range(-4, 5)]),
    ],
    ids=["discrete Gaussian", "discrete Laplace"],
)
def test_noise_on_the_integers_has_its_masses(mechanism: AbstractMechanism, mass: list[float]) -> None:
    (release,) = ways_to_pull(mechanism, Poisson(0.2).law(Change(removed=1))).values()
    count = 200_000
    z = release.sample(np.zeros(count, dtype=np.int64), np.random.default_rng(11))
    inside = z[np.abs(z) <= 4].astype(int) + 4
    shares = np.bincount(inside, minlength=9) / len(inside)
    expected = np.array(mass) / sum(mass)
    assert np.all(np.abs(shares - expected) < 5.0 * np.sqrt(expected / count))


@pytest.mark.parametrize("mechanism", [Gaussian(1.3), Laplace(1.3)], ids=str)
def test_noise_on_the_line_has_its_scale(mechanism: Gaussian | Laplace) -> None:
    (release,) = ways_to_pull(mechanism, Poisson(0.2).law(Change(removed=1))).values()
    assert isinstance(release, ShiftRelease)
    z = release.sample(np.zeros(200_000, dtype=np.int64), np.random.default_rng(12))
    for at in (-2.0, 0.5, 3.0):
        tail = float(release.noise.tail(np.array([abs(at)]))[0])
        assert np.mean(z > at) == pytest.approx(tail if at > 0 else 1.0 - tail, abs=0.005)


class Unknown(AbstractMechanism):
    """A mechanism whose witness is no table and that nobody registered."""

    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:
        return Gaussian(1.0).group_pair(distance, unit)

    def extremal(self, p: tuple[float, ...], q: tuple[float, ...], unit: Unit) -> tuple[Dominating, ...]:
        return Gaussian(1.0).extremal(p, q, unit)


def test_a_mechanism_without_known_worst_inputs_is_refused() -> None:
    way: Way = "removed"
    with pytest.raises(CannotAnswer, match="its worst inputs are not known here"):
        worst_release(Unknown(), Poisson(0.2).law(Change(removed=1)), way)
