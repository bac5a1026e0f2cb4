"""Stored profiles of one step, straight from pairs: no mechanism, no scheme, no route."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from golden.golden_records import Record, chosen, named, theory
from tightdp.divergences import delta_of, false_negative_rate_of
from tightdp.pairs.amplified import amplify, trivial_pair
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shared_component import shared_component_pair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.spliced import splice
from tightdp.pairs.swapped import swap
from twins.shift_cases import binomial

DIGITS = 1e-9
UNIT = GaussianNoise(1.0)


def close(value: float, digits: float = DIGITS) -> Any:
    return pytest.approx(value, rel=digits, abs=0.0)


def profile(pair: AbstractPair, epsilon: float) -> float:
    return float(pair.hockey_stick(np.array([epsilon]))[0])


def shift(noise: AbstractNoise, distance: int = 1) -> ShiftMixture:
    return ShiftMixture(noise, (0.0,) * distance + (1.0,), (1.0,))


def responses(truth: float) -> Discrete:
    return Discrete.from_masses([truth, 1.0 - truth], [1.0 - truth, truth])


def sampled(epsilon: float, rate: float) -> float:
    """``log(1 + eta (e^eps - 1))``."""
    return math.log1p(rate * math.expm1(epsilon))


def noise_of(record: Record) -> AbstractNoise:
    parameters = record["params"]
    return (
        GaussianNoise(parameters["sigma"]) if record["mechanism"] == "gaussian" else LaplaceNoise(parameters["scale"])
    )


def response_pairs(record: Record) -> list[Discrete]:
    """The two corners of randomised response: only the removed records answer otherwise, or only the inserted ones."""
    truth, rate = record["params"]["true_response_prob"], record["params"]["sampling_rate"]

    def law(changed: int) -> tuple[float, float]:
        w = 1.0 - (1.0 - rate) ** changed
        return (1.0 - w) * truth + w * (1.0 - truth), (1.0 - w) * (1.0 - truth) + w * truth

    relation = record["relation"]
    removed, inserted = law(relation["deletions"]), law(relation["insertions"])
    return [Discrete.from_masses(removed, law(0)), Discrete.from_masses(law(0), inserted)]


TIGHT = [
    *chosen("s24", quantity="hockey_stick", method=("tight_mechanism_specific", "tight_quadrature")),
    *(r for r in chosen("s24", method="pld_tight_group") if r["params"]["compositions"] == 1),
]
SHIFTED = [r for r in TIGHT if r["mechanism"] != "randomized_response"]


@pytest.mark.parametrize("record", SHIFTED, ids=named)
def test_a_group_under_poisson_sampling(record: Record) -> None:
    relation, rate = record["relation"], record["params"]["sampling_rate"]
    p, q = binomial(relation["deletions"], rate), binomial(relation["insertions"], rate)
    pair = ShiftMixture(noise_of(record), p, q)
    assert profile(pair, record["epsilon"]) == close(record["value"])
    truth = float(record["value_independent"])
    bound = delta_of(pair, record["epsilon"])
    assert bound.lower <= truth <= bound.upper
    assert profile(swap(swap(pair)), record["epsilon"]) == close(record["value"])


@pytest.mark.parametrize("record", [r for r in TIGHT if r not in SHIFTED], ids=named)
def test_a_group_of_randomised_responses(record: Record) -> None:
    value = max(profile(pair, record["epsilon"]) for pair in response_pairs(record))
    assert value == (close(record["value"]) if record["value"] else pytest.approx(0.0, abs=1e-16))


@pytest.mark.parametrize("record", chosen("s24", method="maximal_coupling", quantity="hockey_stick"), ids=named)
def test_group_profiles_weighted_by_how_many_were_drawn(record: Record) -> None:
    """Theorem 7 inside Theorem 2 of B18: a direct sum, amplified."""
    size, rate = record["relation"]["group_size"], record["params"]["sampling_rate"]
    weights = binomial(size, rate)
    eta = math.fsum(weights[1:])
    if record["mechanism"] == "randomized_response":
        base: tuple[AbstractPair, ...] = (responses(record["params"]["true_response_prob"]),) * size
    else:
        base = tuple(shift(noise_of(record), k) for k in range(1, size + 1))
    pair = amplify(direct_sum(tuple(w / eta for w in weights[1:]), base), eta)
    assert profile(pair, record["epsilon"]) == close(record["value"])


@pytest.mark.parametrize("record", chosen("s24", scheme="with_replacement", quantity="hockey_stick"), ids=named)
def test_with_replacement(record: Record) -> None:
    """Theorem 10 of B18, and the relaxed pair with both mixtures."""
    parameters, noise = record["params"], noise_of(record)
    weights = binomial(parameters["batch_size"], 1.0 / parameters["dataset_size"])
    if record["method"] == "relaxed_distances_1d":
        pair: AbstractPair = ShiftMixture(noise, weights, weights)
    else:
        eta = math.fsum(weights[1:])
        parts = tuple(shift(noise, k) for k in range(1, len(weights)))
        pair = amplify(direct_sum(tuple(w / eta for w in weights[1:]), parts), eta)
    assert profile(pair, record["epsilon"]) == close(record["value"])


def test_advanced_joint_convexity() -> None:
    """Theorem 2 of B18: both sides of the identity and the stored value, and the bound on the right."""
    mu0, mu1, mu2 = np.array([[0.5, 0.3, 0.2], [0.1, 0.2, 0.7], [0.6, 0.3, 0.1]])
    eta, alpha = 0.3, math.e
    mixed_alpha = 1.0 + eta * (alpha - 1.0)
    beta = mixed_alpha / alpha
    left = Discrete.from_masses((1.0 - eta) * mu0 + eta * mu1, (1.0 - eta) * mu0 + eta * mu2)
    right = Discrete.from_masses(mu1, (1.0 - beta) * mu0 + beta * mu2)
    stored = theory("balle.thm2.advanced_joint_convexity")
    assert profile(left, math.log(mixed_alpha)) == close(stored)
    assert eta * profile(right, 1.0) == close(stored)
    one, two = profile(Discrete.from_masses(mu1, mu0), 1.0), profile(Discrete.from_masses(mu1, mu2), 1.0)
    assert stored <= eta * ((1.0 - beta) * one + beta * two) * (1.0 + 1e-14)


@pytest.mark.parametrize("rate", [1e-6, 0.3, 0.9])
def test_amplification_is_joint_convexity_with_one_law_shared(rate: float) -> None:
    """Theorem 2 with mu1' = mu0."""
    p, q = np.array([0.1, 0.2, 0.7]), np.array([0.5, 0.3, 0.2])
    amplified = amplify(Discrete.from_masses(p, q), rate)
    mixed = Discrete.from_masses((1.0 - rate) * q + rate * p, q)
    for epsilon in (0.0, 0.5, 1.0):
        at = sampled(epsilon, rate)
        assert profile(amplified, at) == close(rate * profile(Discrete.from_masses(p, q), epsilon))
        assert profile(mixed, at) == pytest.approx(profile(amplified, at), abs=1e-15)


def test_noise_without_sampling() -> None:
    assert profile(shift(LaplaceNoise(1.0)), 0.5) == close(theory("balle.thm3.laplace"))
    assert profile(shift(UNIT), 1.0) == close(theory("balle.thm4.gaussian"))
    assert profile(shift(GaussianNoise(2.0)), 5.0) == close(theory("balle.thm4.gaussian.far_tail"))
    assert profile(shift(UNIT), -0.5) == close(theory("balle.thm4.gaussian.negative_eps"))
    for noise, key in ((GaussianNoise(2.0), "balle.group.gaussian.k3"), (LaplaceNoise(2.0), "balle.group.laplace.k3")):
        white, black = theory(key)
        assert profile(shift(noise, 3), 1.0) == close(white)
        assert profile(shift(noise), 1 / 3) * math.expm1(1.0) / math.expm1(1 / 3) == close(black)
    assert float(false_negative_rate_of(swap(shift(UNIT)), 0.1)) == close(theory("fdp.gaussian"), 1e-8)


@pytest.mark.parametrize(
    ("key", "base", "rate", "epsilon"),
    [
        ("balle.thm8.gaussian", shift(UNIT), 0.3, 1.0),
        ("balle.thm9.gaussian", shift(UNIT), 0.5, 1.0),
        ("balle.thm8.rr", responses(0.8), 0.3, 0.8),
        ("balle.thmA.rr", responses(0.8), 0.3, 0.8),
        ("balle.thm9.rr", responses(0.8), 0.5, 0.8),
        ("balle.thm10.rr", responses(0.8), 5 / 9, 0.8),
        ("balle.thm11-.rr", responses(0.8), 5 / 9, 0.8),
        ("balle.thm11+.rr", responses(0.8), 7 / 16, 0.8),
        ("balle.lemma12.psi", responses(0.7), 0.3, 0.3),
    ],
)
def test_amplified_profiles(key: str, base: AbstractPair, rate: float, epsilon: float) -> None:
    """Theorems 8 to 11 and Lemma 12 of B18 at the base eps."""
    assert profile(amplify(base, rate), sampled(epsilon, rate)) == close(theory(key))


def test_with_replacement_by_group_profiles() -> None:
    """Theorems 7, 10 and 11 of B18 and the exact pair of a removed record."""
    weights = binomial(3, 1 / 3)
    parts = (trivial_pair(), *(shift(UNIT, k) for k in (1, 2, 3)))
    drawn = math.fsum(weights[1:])
    assert profile(direct_sum(weights, parts), 0.7) / drawn == close(theory("balle.thm7.wr_transport"))
    two = binomial(2, 1 / 3)
    eta = 5 / 9
    pair = amplify(direct_sum((two[1] / eta, two[2] / eta), (shift(UNIT), shift(UNIT, 2))), eta)
    at = sampled(0.4, eta)
    bound, count = theory("balle.thm10.gaussian")
    removal, insertion, theorem_11 = theory("wr_remove.gaussian.pair")
    assert profile(pair, at) == close(bound) == close(theorem_11)
    counting = ShiftMixture(UNIT, two, (1.0,))
    assert profile(counting, at) == close(count) == close(removal)
    assert profile(swap(counting), at) == close(insertion)


@pytest.mark.parametrize(("noise", "key"), [(UNIT, "gaussian"), (LaplaceNoise(1.0), "laplace")])
def test_poisson_in_both_directions(noise: AbstractNoise, key: str) -> None:
    """As a mixture and as an amplified shift."""
    values = theory(f"poisson.{key}.remove_add")
    for pair in (ShiftMixture(noise, (0.9, 0.1), (1.0,)), amplify(shift(noise), 0.1)):
        got = [profile(each, epsilon) for epsilon in (0.05, -0.05) for each in (pair, swap(pair))]
        assert got == [close(value) for value in values]


def test_poisson_with_replaced_records() -> None:
    half = (0.7, 0.3)
    pair = ShiftMixture(UNIT, half, half)
    stored = theory("poisson_substitution.gaussian.pair")
    assert pair.hockey_stick(np.array([-0.4, 0.0, 0.3, 0.9])).tolist() == [close(value) for value in stored]
    laplace = ShiftMixture(LaplaceNoise(1.0), half, half)
    assert profile(laplace, 0.3) == close(theory("poisson_substitution.laplace.pair"))
    bound, exact = theory("poisson_substitution.gaussian")
    at = sampled(1.0, 0.3)
    assert profile(pair, at) == close(exact)
    beta = math.exp(at - 1.0)
    assert 0.3 * ((1.0 - beta) * profile(shift(UNIT), 1.0) + beta * profile(shift(UNIT, 2), 1.0)) == close(bound)


def test_laplace_where_adding_may_be_worse() -> None:
    removal, insertion, *_ = theory("pitfall.laplace.add_beats_remove")
    pair = ShiftMixture(LaplaceNoise(1.0), (0.5, 0.5), (1.0,))
    assert [profile(each, 0.23) for each in (pair, swap(pair))] == [close(removal), close(insertion)]


def test_groups() -> None:
    removed, inserted = binomial(2, 0.2), binomial(1, 0.2)
    assert profile(ShiftMixture(UNIT, removed, inserted), 0.5) == close(theory("schuchardt.poisson_group.gauss.delta"))
    laplace = ShiftMixture(LaplaceNoise(1.0), removed, inserted)
    assert profile(laplace, 0.5) == close(theory("schuchardt.poisson_group.lap.delta"))
    tight, coupled, afterwards = theory("schuchardt.poisson_group.vs_blackbox")
    assert profile(ShiftMixture(UNIT, removed, (1.0,)), 0.5) == close(tight)
    eta = 0.36
    weighted = direct_sum((removed[1] / eta, removed[2] / eta), (shift(UNIT), shift(UNIT, 2)))
    assert profile(amplify(weighted, eta), 0.5) == close(coupled)
    one = amplify(shift(UNIT), 0.2)
    assert profile(one, 0.25) * math.expm1(0.5) / math.expm1(0.25) == close(afterwards)
    record: Record = {
        "params": {"true_response_prob": 0.8, "sampling_rate": 0.3},
        "relation": {"deletions": 2, "insertions": 1},
    }
    corners = [profile(pair, 0.4) for pair in response_pairs(record)]
    assert max(corners) == close(theory("schuchardt.poisson_group.rr")[0])


def test_a_group_known_by_its_trade_offs_alone() -> None:
    chain = tuple(responses(1.0 / (1.0 + math.exp(-0.5 * k))) for k in range(3))
    pair = shared_component_pair(binomial(2, 0.2), binomial(1, 0.2), chain)
    assert profile(pair, math.log(1.2)) == close(theory("group.one_parameter.pure_dp"), 1e-6)


def test_fixed_batches() -> None:
    """One record more or less in a batch of fixed size, and replaced records by the sup profile."""
    removal, insertion, _ = theory("schuchardt.wor_insert_remove.gaussian")
    pair = ShiftMixture(UNIT, (0.5, 0.5), (1.0,))
    assert [profile(each, 0.3) for each in (pair, swap(pair))] == [close(removal), close(insertion)]
    one = amplify(shift(UNIT), 0.25)
    sup = splice(one, swap(one))
    stored = theory("wor_substitution.gaussian.profile")
    assert [profile(sup, epsilon) for epsilon in (0.7, -0.7)] == [close(value) for value in stored]
    a, b, *_, twice = theory("pitfall.substitution.rr")
    corner = amplify(responses(0.75), 0.25)
    assert profile(corner, 0.25) == close(a)
    assert profile(swap(corner), 0.25) == pytest.approx(b, abs=1e-16)
    both = splice(corner, swap(corner))
    assert isinstance(both, Discrete)
    losses = (both.losses[:, None] + both.losses[None, :]).ravel()
    log_q = (both.log_q[:, None] + both.log_q[None, :]).ravel()
    assert profile(Discrete.from_logs(losses, losses + log_q, log_q), 0.25) == close(twice)


def test_masses_moved_to_the_ends_of_their_cells() -> None:
    """Connect the dots on the grid -0.2, -0.15, ..., 3: P-masses at 0.05, at 1 and at +inf, from the cells alone."""
    width = 0.05
    grid = np.arange(-4.0, 61.0) * width
    cells = ShiftMixture(UNIT, (0.8, 0.2), (1.0,)).cells(grid)
    p, q = np.exp(cells.log_p), np.exp(cells.log_q)
    up = (p[1:-1] - np.exp(grid[:-1]) * q[1:-1]) / -math.expm1(-width)
    stored = theory("ctd.masses")
    for loss, value in zip((0.05, 1.0), stored[:2], strict=True):
        at = int(np.argmin(np.abs(grid - loss)))
        assert up[at - 1] + p[at + 1] - up[at] == close(value)
    assert p[-1] - math.exp(grid[-1]) * q[-1] == close(stored[2])
