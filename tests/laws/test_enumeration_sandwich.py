"""One step against every batch of tiny data sets: no function of the batch exceeds a pair, and claims are attained."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

import numpy as np
import pytest
from numpy.typing import NDArray

from laws.attained import attained
from laws.cells import CHANGES, EDGE_MECHANISMS, EDGE_SCHEMES, FEW_MECHANISMS, MECHANISMS, SCHEMES, shown
from tightdp.errors import CannotAnswer, InvalidInput, TightDPError
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Profile
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, FullBatch, Poisson
from tightdp.transport import ROUTES, Route, dominate
from twins.neighbouring_batches import neighbours

Floats = NDArray[np.float64]

POSITIVE = np.array([1e-9, 1e-3, 0.03, 0.2, 0.5, 0.9, 1.5, 2.6, 5.0, 9.0])
EPSILONS = np.concatenate([-POSITIVE[::-1], [0.0], POSITIVE])
RELATIVE, ABSOLUTE = 1e-9, 1e-15
LOSS_ROUNDING = 1e-10  # of a loss that ends in log(1 - rate) for a rate close to 1
MOST_KINKS = 24


@dataclass(frozen=True, eq=False)
class Cell:
    """A guarantee, where it is looked at, and what functions attain there, ``(functions, len(epsilons))``."""

    guarantee: Dominating
    epsilons: Floats
    rows: Floats

    def test(self, where: str) -> None:
        """All three, with the place in the message."""
        try:
            self.test_upper()
            self.test_claims()
            self.test_witnesses()
        except AssertionError as error:
            error.add_note(f"{where} {self.guarantee.theorem}")
            raise

    def test_upper(self) -> None:
        """No function exceeds the pair."""
        bound = self.guarantee.pair.hockey_stick(self.epsilons - LOSS_ROUNDING * np.abs(self.epsilons))
        over = self.rows.max(axis=0) - bound * (1.0 + RELATIVE)
        worst = int(np.argmax(over))
        assert over[worst] <= ABSOLUTE, (self.epsilons[worst], bound[worst], self.rows.max(axis=0)[worst])

    def test_claims(self) -> None:
        """``tight``: one function reaches the pair at every eps; ``tight_once``: at each eps some function does."""
        if self.guarantee.tight:
            assert self.guarantee.tight_once
            assert bool(np.any(self.reach(self.guarantee.pair).all(axis=1)))
        elif self.guarantee.tight_once:
            assert bool(np.all(self.reach(self.guarantee.pair).any(axis=0)))

    def test_witnesses(self) -> None:
        """Each witness is at or below one function's divergence at every eps, so its composition is attained too."""
        assert self.guarantee.witnesses
        for number, witness in enumerate(self.guarantee.witnesses):
            assert bool(np.any(self.reach(witness).all(axis=1))), number

    def reach(self, pair: AbstractPair) -> NDArray[np.bool_]:
        """Which function is at the pair's profile or above it, at each eps."""
        bound = pair.hockey_stick(self.epsilons + LOSS_ROUNDING * np.abs(self.epsilons))
        return self.rows >= bound * (1.0 - RELATIVE) - ABSOLUTE


def answer(
    mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change, route: Route
) -> tuple[Dominating, ...]:
    """What a route answers, nothing where it refuses for the reason that is known."""
    reason = wanted_refusal(mechanism, scheme, change, route)
    if reason is None:
        return dominate(mechanism, scheme, change, route)
    with pytest.raises(CannotAnswer, match=re.escape(reason)) as caught:
        dominate(mechanism, scheme, change, route)
    assert len(caught.value.instead.split()) >= 3
    return ()


def wanted_refusal(mechanism: AbstractMechanism, scheme: AbstractScheme, change: Change, route: Route) -> str | None:
    """Why a cell has no answer, in words that the refusal must hold; None where there must be one."""
    law = scheme.law(change)
    full = isinstance(scheme, FullBatch)
    if isinstance(mechanism, EpsilonDelta | Profile) and not full and route == "specific":
        return "a black box has no noise law"
    if route == "agnostic" and not full and change.removed and change.inserted and law.p != law.q:
        return "no distance-compatible coupling"
    sizes_change = isinstance(scheme, Poisson) or (full and change.leaving != change.arriving)
    if isinstance(mechanism, EpsilonDelta | Profile) and mechanism.unit == "substitute" and sizes_change:
        return "batches of different size may be perfectly distinguishable"
    return None


def fits(scheme: AbstractScheme, change: Change) -> bool:
    """Whether the data sets of this change can be sampled by the scheme."""
    try:
        scheme.law(change)
    except TightDPError:
        return False
    return True


def check(mechanism: AbstractMechanism, scheme: AbstractScheme, draws: int = 12) -> None:
    """Every change that fits, by every route."""
    for change in filter(partial(fits, scheme), CHANGES):
        found = [(route, each) for route in ROUTES for each in answer(mechanism, scheme, change, route)]
        if not found:
            continue
        tables = [each.pair.losses for _, each in found if isinstance(each.pair, Discrete)]
        kinks = [losses for losses in tables if len(losses) <= MOST_KINKS]
        epsilons = np.unique(np.clip(np.concatenate([EPSILONS, *kinks]), -600.0, 600.0))
        rng = np.random.default_rng(20)
        rows = [attained(mechanism, both, epsilons, rng, draws) for both in neighbours(scheme, change)]
        for route, guarantee in found:
            Cell(guarantee, epsilons, np.concatenate(rows)).test(f"{mechanism} {scheme} {change} {route}")


@pytest.mark.parametrize("scheme", SCHEMES, ids=shown)
@pytest.mark.parametrize("mechanism", MECHANISMS, ids=shown)
def test_every_cell_of_the_table(mechanism: AbstractMechanism, scheme: AbstractScheme) -> None:
    check(mechanism, scheme)


@pytest.mark.parametrize("mechanism", EDGE_MECHANISMS, ids=shown)
def test_extreme_mechanisms(mechanism: AbstractMechanism) -> None:
    """No noise, no information, an eps of 0, of 1e-9, of 1000, a delta of 1."""
    check(mechanism, SCHEMES[1], 4)


@pytest.mark.parametrize("scheme", EDGE_SCHEMES, ids=shown)
@pytest.mark.parametrize("mechanism", FEW_MECHANISMS, ids=shown)
def test_extreme_schemes(mechanism: AbstractMechanism, scheme: AbstractScheme) -> None:
    """Rates 0 and 1, the batch is the data set, the batch is larger than the data set, the group is the data set."""
    check(mechanism, scheme, 4)


@pytest.mark.nightly
@pytest.mark.parametrize("scheme", SCHEMES + EDGE_SCHEMES, ids=shown)
@pytest.mark.parametrize("mechanism", MECHANISMS + EDGE_MECHANISMS, ids=shown)
def test_all_extremes(mechanism: AbstractMechanism, scheme: AbstractScheme) -> None:
    check(mechanism, scheme, 40)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=shown)
def test_rare_changes_keep_their_digits(mechanism: AbstractMechanism) -> None:
    """A rate of 1e-9 gives a delta of 1e-9, known to nine digits and not only to 1e-15."""
    epsilons = np.array([0.0, 1e-12, 3e-10, 1e-9, 2e-9, 1e-8, 0.1])
    scheme = Poisson(1e-9)
    for change in CHANGES[:8]:
        found = [each for route in ROUTES for each in answer(mechanism, scheme, change, route)]
        if not found:
            continue
        for both in neighbours(scheme, change):
            top = attained(mechanism, both, epsilons, np.random.default_rng(3), 4).max(axis=0)
            for guarantee in found:
                assert bool(np.all(top <= guarantee.pair.hockey_stick(epsilons) * (1.0 + RELATIVE) + 1e-22))


@pytest.mark.parametrize("scheme", SCHEMES + EDGE_SCHEMES, ids=shown)
def test_data_sets_that_do_not_fit_are_refused_with_an_alternative(scheme: AbstractScheme) -> None:
    for change in CHANGES:
        if fits(scheme, change):
            continue
        with pytest.raises((CannotAnswer, InvalidInput), match=r"smaller data set|at most dataset_size") as caught:
            dominate(MECHANISMS[0], scheme, change)
        assert not isinstance(caught.value, CannotAnswer) or len(caught.value.instead.split()) >= 3
