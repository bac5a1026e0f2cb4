"""Schemes as tables: the papers' results come out, no function of the batch exceeds a pair, claims are attained."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from laws.attained import attained
from laws.cells import CHANGES, EDGE_SCHEMES, FEW_MECHANISMS, MECHANISMS, SCHEMES, shown
from laws.test_enumeration_sandwich import EPSILONS, MOST_KINKS, Cell, Floats, fits
from tightdp.divergences.renyi import renyi_of
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian, Laplace, Profile, RandomizedResponse
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.dominating import Dominating
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, BatchTable, OwnScheme, Poisson, WithoutReplacement, WithReplacement
from tightdp.transport import ROUTES, dominate
from tightdp.transport.events import Transport
from tightdp.transport.own_laws import transport_problem
from tightdp.transport.reach import ShiftReach
from tightdp.transport.sharpest import sharpest
from tightdp.transport.witness import Witness
from tightdp.transport.worst_functions import worst_functions
from twins.batch_functions import query_distances
from twins.neighbouring_batches import Neighbours, neighbours
from twins.own_tables import ONE, own, random_tables, table_of, tabulated

ORDERS = (1.5, 2.0, 4.0, 16.0)
BLACK_BOX = EpsilonDelta | Profile


def every_guarantee(mechanism: AbstractMechanism, both: Neighbours) -> list[Dominating]:
    """By all routes; a black box has no specific one."""
    has_noise = not isinstance(mechanism, BLACK_BOX)
    return [
        each
        for route in ROUTES
        if route != "specific" or has_noise
        for each in dominate(mechanism, own(both), ONE, route)
    ]


def check(mechanism: AbstractMechanism, both: Neighbours, where: str, draws: int) -> None:
    """Each guarantee against every function, and the exact program between them."""
    found = every_guarantee(mechanism, both)
    kinks = [one.pair.losses for one in found if isinstance(one.pair, Discrete) and len(one.pair.losses) <= MOST_KINKS]
    epsilons = np.unique(np.clip(np.concatenate([EPSILONS, *kinks]), -600.0, 600.0))
    problem = transport_problem(mechanism, table_of(both))
    rows = attained(mechanism, both, epsilons, np.random.default_rng(20), draws)
    rows = np.vstack([rows, *functions(mechanism, both, problem, epsilons)])
    for guarantee in found:
        cell = Cell(guarantee, epsilons, rows)
        cell.test_upper()
        cell.test_claims()
        if not isinstance(mechanism, BLACK_BOX):  # its witness is a pair of the guarantee, not one of these functions
            cell.test_witnesses()
    for epsilon in (-0.5, 0.2, 0.9) if draws > 6 else (0.2,):
        at = int(np.argmin(np.abs(epsilons - epsilon)))
        exact = sharpest(problem, float(epsilons[at]))
        assert exact.upper >= rows[:, at].max() - 1e-11, where
        assert min(one.pair.hockey_stick(epsilons)[at] for one in found) >= exact.lower - 1e-11, where


def functions(mechanism: AbstractMechanism, both: Neighbours, problem: Transport, epsilons: Floats) -> Iterator[Floats]:
    """What the witnesses' functions attain, once they are seen to grow no faster than batches differ."""
    if not isinstance(problem.reach, ShiftReach):
        return
    table = table_of(both)
    allowed = query_distances(both, problem.reach.substitution)
    for one in worst_functions(problem):
        values = np.array([one.values[table.class_of(batch)] for batch in both.batches])
        assert bool(np.all(np.abs(values[:, None] - values[None, :]) <= allowed + 1e-12))
        witness = Witness(mechanism, table, one.values, "distances")
        yield np.array([witness.delta(float(epsilon)) for epsilon in epsilons])


@pytest.mark.parametrize("scheme", SCHEMES[1:], ids=shown)
@pytest.mark.parametrize("mechanism", FEW_MECHANISMS, ids=shown)
def test_tables_of_schemes(mechanism: AbstractMechanism, scheme: AbstractScheme) -> None:
    for change in (Change(2, 1), Change(substituted=1)):
        for both in neighbours(scheme, change)[-1:]:
            check(mechanism, both, f"{mechanism} {scheme} {change}", 6)


@settings(max_examples=12)
@given(st.integers(0, 2**32 - 1), st.sampled_from(MECHANISMS))
def test_random_tables(seed: int, mechanism: AbstractMechanism) -> None:
    check(mechanism, random_tables(np.random.default_rng(seed)), f"{mechanism} {seed}", 6)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", SCHEMES + EDGE_SCHEMES, ids=shown)
@pytest.mark.parametrize("mechanism", MECHANISMS, ids=shown)
def test_tables_of_all_schemes(mechanism: AbstractMechanism, scheme: AbstractScheme) -> None:
    for change in CHANGES:
        if fits(scheme, change):
            for both in neighbours(scheme, change):
                check(mechanism, both, f"{mechanism} {scheme} {change}", 6)


@pytest.mark.nightly
@pytest.mark.parametrize("block", range(2))
@pytest.mark.parametrize("mechanism", MECHANISMS, ids=shown)
def test_many_random_tables(mechanism: AbstractMechanism, block: int) -> None:
    for seed in range(25 * block, 25 * block + 25):
        check(mechanism, random_tables(np.random.default_rng(seed)), f"{mechanism} {seed}", 12)


REDERIVED = [
    (scheme, change)
    for scheme in (Poisson(0.3), WithoutReplacement(6, 2), WithoutReplacement(5, 3), WithReplacement(3, 3))
    for change in (ONE, ONE.swapped(), Change(removed=2), Change(inserted=2), Change(substituted=1))
] + [(Poisson(0.2), Change(2, 1)), (Poisson(0.2), Change(1, 1))]


@pytest.mark.parametrize("mechanism", [Gaussian(1.0), Laplace(0.8), RandomizedResponse(0.75)], ids=shown)
@pytest.mark.parametrize(("scheme", "change"), REDERIVED, ids=shown)
def test_the_papers_results_from_tables_alone(
    mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change
) -> None:
    """B18 Theorems 8 to 11 and S24's groups, without replacement, insertion and removal: both divergences, to 1e-9."""
    for route in ("tightest", "agnostic"):
        try:
            theirs = dominate(mechanism, scheme, change, route)
        except CannotAnswer:
            continue
        ours = dominate(mechanism, tabulated(scheme, change), change, route)
        for epsilon in (-1.0, -0.2, 0.0, 0.3, 1.0, 2.5):
            at = np.array([epsilon])
            wanted = min(float(one.pair.hockey_stick(at)[0]) for one in theirs)
            assert min(float(one.pair.hockey_stick(at)[0]) for one in ours) == pytest.approx(wanted, abs=1e-9)
        if route == "agnostic":
            continue
        wanted_orders = np.min([renyi_of(one.pair, ORDERS).upper for one in theirs], axis=0)
        found_orders = np.min([renyi_of(one.pair, ORDERS).upper for one in ours], axis=0)
        assert bool(np.all(found_orders <= wanted_orders * (1.0 + 1e-9) + 1e-9))
        if any(one.tight for one in theirs):
            assert np.allclose(found_orders, wanted_orders, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("mechanism", [Gaussian(1.0, 1.0), RandomizedResponse(0.8)], ids=shown)
def test_table_1_as_printed(mechanism: AbstractMechanism) -> None:
    """The right sides of B18 Table 1, written out."""
    delta = [mechanism.group_pair(k, "substitute").hockey_stick(np.array([0.8]))[0] for k in (1, 2)]
    n, m = 3, 2
    eta = 1.0 - (1.0 - 1.0 / n) ** m
    summed = 2.0 / 3.0 * (1.0 / 3.0) * 2.0 * delta[0] + delta[1] / 9.0
    rows = [
        (Poisson(0.3), ONE, 0.3, 0.3 * delta[0]),
        (WithoutReplacement(4, m), Change(substituted=1), 0.5, 0.5 * delta[0]),
        (WithReplacement(n, m), Change(substituted=1), eta, summed),
        (WithReplacement(n, m), ONE, eta, summed),
    ]
    for scheme, change, rate, wanted in rows:
        at = np.array([math.log1p(rate * math.expm1(0.8))])
        (found,) = dominate(mechanism, tabulated(scheme, change), change, "agnostic")
        assert found.pair.hockey_stick(at)[0] == pytest.approx(wanted, abs=1e-12)


@pytest.mark.nightly
def test_ten_thousand_batches_take_seconds() -> None:
    """Poisson batches of 13 records, two strata of 12 and of 10, and 12 records with a rate of their own each."""
    rates: dict[Any, float] = {record: 0.1 + 0.03 * record for record in range(12)}
    tables = {
        ONE: BatchTable.from_function(lambda records: coins(dict.fromkeys(records, 0.2)), range(13), range(12)),
        Change(substituted=1): BatchTable.from_function(strata, range(22), [99, *range(1, 22)]),
        Change(removed=2): BatchTable.from_function(
            lambda records: coins({r: rates[r] for r in records}), range(12), range(10)
        ),
    }
    for change, table in tables.items():
        start = time.perf_counter()
        dominate(Gaussian(1.0), OwnScheme({change: table}), change)
        assert time.perf_counter() - start < 20.0  # 2 to 9 seconds on an idle core


def coins(rates: dict[Any, float]) -> dict[tuple[Any, ...], float]:
    """Every record by its own coin."""
    found = {(): 1.0}
    for record, rate in rates.items():
        drawn = {(*batch, record): rate * chance for batch, chance in found.items()}
        found = {batch: (1.0 - rate) * chance for batch, chance in found.items()} | drawn
    return found


def strata(records: tuple[Any, ...]) -> dict[tuple[Any, ...], float]:
    """Three of the first twelve records, and two of the others."""
    parts = [list(combinations(records[:12], 3)), list(combinations(records[12:], 2))]
    return {(*a, *b): 1.0 / (len(parts[0]) * len(parts[1])) for a, b in product(*parts)}
