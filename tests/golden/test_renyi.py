"""Stored Rényi divergences: tight ones, the relaxed pair, both couplings, and what follows from them."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from golden.golden_records import Record, chosen, named, theory
from golden.test_one_step_s24 import change_of, mechanism_of, scheme_of
from tightdp import (
    Bound,
    FullBatch,
    Gaussian,
    Laplace,
    Poisson,
    RandomizedResponse,
    Remove,
    Step,
    WithoutReplacement,
    renyi_account,
)
from tightdp.accounting.renyi_answer import least_epsilon
from tightdp.accounting.renyi_direction import RenyiDirection, renyi_direction
from tightdp.divergences.renyi import renyi_of
from tightdp.divergences.renyi_conversion import best_epsilon, best_log_delta, plain_epsilon, plain_log_delta
from tightdp.divergences.renyi_from_profile import renyi_from_profile
from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.direct_sum import direct_sum
from tightdp.pairs.swapped import swap
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme
from tightdp.transport import Route, dominate


def close(value: Any, rel: float = 1e-8) -> Any:
    return pytest.approx(value, rel=rel, abs=0.0)  # pyright: ignore[reportUnknownMemberType]


def scheme(record: Record) -> AbstractScheme:
    parameters = record["params"]
    if record["scheme"] == "without_replacement":
        return WithoutReplacement(parameters["dataset_size"], parameters["batch_size"])
    return scheme_of(record)


def step_of(record: Record) -> Step:
    mechanism = mechanism_of(record)
    if record["scheme"] == "poisson" and isinstance(mechanism, Gaussian):
        mechanism = Gaussian(mechanism.noise_multiplier)
    return Step(mechanism, scheme(record))


def direction_of(record: Record, route: Route, steps: int = 1) -> RenyiDirection:
    return renyi_direction(steps * step_of(record), change_of(record), route)


def divergence(record: Record, route: Route) -> Bound:
    return direction_of(record, route).curve(np.array([float(record["order"])])).bounds()[0]


EXACT = ("tight_mechanism_specific", "tight_multinomial_expansion", "single_element_bound")


@pytest.mark.parametrize("record", chosen("s24", quantity="rdp", method=EXACT), ids=named)
def test_tight_divergences_from_both_sides(record: Record) -> None:
    bound = divergence(record, "tightest")
    assert bound.lower == close(record["value"])
    assert bound.upper == close(record["value"])


@pytest.mark.parametrize("record", chosen("s24", quantity="rdp", method="maximal_coupling"), ids=named)
def test_the_agnostic_route_is_the_maximal_coupling(record: Record) -> None:
    bound = divergence(record, "agnostic")
    assert bound.upper == close(record["value"])
    assert divergence(record, "specific").upper <= bound.upper * (1.0 + 1e-10)


@pytest.mark.parametrize("record", chosen("s24", quantity="rdp", method="relaxed_distances_1d"), ids=named)
def test_the_relaxed_pair(record: Record) -> None:
    """Substitution without replacement: the pair that grants two changed batches the sum of their distances."""
    (option,) = dominate(mechanism_of(record), scheme(record), change_of(record), "specific")
    assert renyi_of(option.pair, [record["order"]]).upper[0] == close(record["value"])
    assert divergence(record, "tightest").upper <= record["value"] * (1.0 + 1e-10)


@pytest.mark.parametrize("record", chosen("s24", quantity="rdp", method="direct_transport"), ids=named)
def test_direct_transport_is_a_public_draw_of_group_pairs(record: Record) -> None:
    """Theorem 3.3 with the coupling that changes as few records as it must; the default route is never above it."""
    mechanism, counts = mechanism_of(record), scheme(record).law(change_of(record))
    pairs = [mechanism.group_pair(k, counts.unit) for k in range(1, len(counts.p))]
    bound = renyi_of(direct_sum(counts.p, (trivial_pair(), *pairs)), [record["order"]]).upper[0]
    assert bound == close(record["value"])
    assert divergence(record, "tightest").upper <= bound * (1.0 + 1e-10)


@pytest.mark.parametrize(
    "record", chosen("s24", quantity="composed_epsilon_from_rdp", method="tight_mechanism_specific"), ids=named
)
def test_epsilon_of_a_run(record: Record) -> None:
    """The stored value by the stored orders and the closed form; ours with any order and the best form is below."""
    parameters = record["params"]
    found = direction_of(record, "specific", parameters["compositions"])
    orders = np.array(parameters["orders"], dtype=np.float64)
    stored = plain_epsilon(orders, found.curve(orders).upper, parameters["delta"]).min()
    assert stored == close(record["value"])
    assert least_epsilon(found, parameters["delta"])[0] <= record["value"] * (1.0 + 1e-8)


def one_step(
    mechanism: Gaussian | Laplace | RandomizedResponse, change: Change, order: float, way: AbstractScheme
) -> Bound:
    return renyi_direction(1 * Step(mechanism, way), change, "tightest").curve(np.array([order])).bounds()[0]


def test_poisson_gaussian() -> None:
    changes = Change(removed=1), Change(removed=1), Change(inserted=1)
    values = [one_step(Gaussian(1.0), c, a, Poisson(0.1)).upper for c, a in zip(changes, (3.0, 2.5, 3.0), strict=True)]
    assert values == close(theory("rdp.poisson_gaussian"))


def test_groups_inserted_and_removed_at_once() -> None:
    both = Change(removed=2, inserted=1)
    for mechanism, key in ((Gaussian(1.0), "gauss"), (Laplace(1.0), "lap")):
        value = one_step(mechanism, both, 3.0, Poisson(0.2))
        assert value.lower == close(theory(f"schuchardt.poisson_group.{key}.rdp"))
        assert value.upper == close(theory(f"schuchardt.poisson_group.{key}.rdp"))
    moment = math.exp(2.0 * one_step(Gaussian(2.0), Change(removed=2), 3.0, Poisson(0.2)).upper)
    assert moment == close(theory("schuchardt.poisson_group.gauss.multinomial"))


def test_randomised_response() -> None:
    poisson = one_step(RandomizedResponse(0.8), Change(removed=2, inserted=1), 2.0, Poisson(0.3))
    assert poisson.upper == close(theory("schuchardt.poisson_group.rr")[1])
    fixed = one_step(RandomizedResponse(0.75), Change(substituted=1), 3.0, WithoutReplacement(4, 2))
    assert fixed.upper == close(theory("schuchardt.wor_rr.rdp3")[0])
    assert one_step(RandomizedResponse(0.8), Change(removed=1), 3.0, FullBatch()).upper == close(
        theory("balle.thm6.rdp.rr")
    )


def test_without_replacement() -> None:
    removal = one_step(Gaussian(1.0, 1.0), Change(removed=1), 2.0, WithoutReplacement(4, 2))
    assert removal.upper == close(theory("schuchardt.wor_insert_remove.gaussian")[2])
    attained, _, certified = theory("wor_substitution.gaussian.rdp2")
    found = one_step(Gaussian(1.0, 1.0), Change(substituted=1), 2.0, WithoutReplacement(4, 1))
    assert found.lower == close(attained)
    assert found.upper == close(certified, 1e-6)
    (relaxed,) = dominate(Gaussian(1.0, 1.0), WithoutReplacement(4, 1), Change(substituted=1), "specific")
    assert renyi_of(relaxed.pair, [2.0]).upper[0] == close(theory("wor_substitution.gaussian.relaxed_rdp2"))


def test_moments_from_the_profile() -> None:
    """B18 Theorem 6 for the asymmetric Poisson pair and for Laplace noise, and the pairs themselves."""
    (laplace,) = dominate(Laplace(1.0), FullBatch(), Change(removed=1))
    assert math.exp(renyi_of(laplace.pair, [2.0]).upper[0]) == close(theory("balle.thm6.mgf.laplace"))
    (gaussian,) = dominate(Gaussian(1.0), Poisson(0.2), Change(removed=1))
    exact = theory("balle.thm6.asymmetric")
    assert math.exp(renyi_of(gaussian.pair, [2.0]).upper[0]) == close(exact)
    epsilons = np.concatenate([[0.0], np.geomspace(1e-3, 40.0, 4000)])
    ends = renyi_from_profile(gaussian.pair.hockey_stick, swap(gaussian.pair).hockey_stick, np.array([2.0]), epsilons)
    assert math.exp(ends.lower[0]) <= exact <= math.exp(ends.upper[0])
    assert math.exp(ends.lower[0]) == close(exact, 1e-5)


def test_conversions() -> None:
    order, value = np.array([6.0]), np.array([0.3])
    mironov, plain, best = theory("rdp_to_dp.one_order")
    assert math.exp(5.0 * (0.3 - 2.0)) == close(mironov)
    assert math.exp(plain_log_delta(order, value, 2.0)[0]) == close(plain)
    assert math.exp(best_log_delta(order, value, 2.0)[0]) == close(best)
    orders = np.array([*(1.0 + k / 10.0 for k in range(1, 100)), *range(12, 64)])
    exact, best, plain, _ = theory("rdp_to_dp.gaussian")
    assert best_epsilon(orders, 0.5 * orders, 1e-5).min() == close(best, 1e-6)
    assert plain_epsilon(orders, 0.5 * orders, 1e-5).min() == close(plain)
    ours = renyi_account(Step(Gaussian(1.0), FullBatch()), Remove()).epsilon(1e-5).upper
    assert exact < ours <= best


PRINTED_ORDERS = np.array([*(1.0 + k / 10.0 for k in range(1, 100)), *range(12, 64)])


def test_printed_numbers() -> None:
    """Google's integer orders; its fractional ones are loose. Opacus' eps by its own orders, and calibration."""
    run = renyi_account(50 * Step(Gaussian(2.5), Poisson(0.01)), Remove())
    printed = theory("printed.google.rdp")
    found = run.curve([1.5, 2.5, 5.0, 50.0, 100.0]).upper
    assert found[2:] == close(np.array(printed[2:]))
    assert found[:2] == close(np.array([6.500708971863658e-4, 1.0854180569158628e-3]))
    opacus = renyi_account(2250 * Step(Gaussian(1.5), Poisson(0.04)), Remove())
    curve = opacus.curve(PRINTED_ORDERS.tolist()).upper
    assert plain_epsilon(PRINTED_ORDERS, curve, 1e-5).min() == close(theory("printed.opacus.rdp"), 1e-9)
    assert opacus.epsilon(1e-5).upper < theory("printed.opacus.rdp")
    sigma = theory("printed.google.gaussian_rdp_calibration")
    calibrated = renyi_account(Step(Gaussian(sigma), FullBatch()), Remove()).epsilon(1e-6).upper
    assert 0.99 < calibrated <= 1.0 + 1e-9
