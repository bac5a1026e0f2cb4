"""The automatic search for events."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp import AddRemove, Remove, Step, Substitute, account, renyi_account
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian, Laplace, RandomizedResponse
from tightdp.relations import Change
from tightdp.schemes import BatchTable, BatchTypes, OwnScheme, Poisson, WithoutReplacement
from tightdp.transport import dominate
from tightdp.transport.own_laws import dominate_laws, guarantee, orders, plans, transport_problem
from twins.own_tables import tabulated

ONE = Change(removed=1)
EPSILONS = np.linspace(-3.0, 3.0, 25)


def sampled(size: int, batch: int) -> OwnScheme:
    """Without replacement from any number of records, by two types of batches."""
    rate = batch / size
    x = {"without": 1.0 - rate, "with": rate}
    return OwnScheme({ONE: BatchTypes(x, {"without": 1.0}, {("with", "without"): Change(substituted=1)})})


def test_a_million_records_by_types() -> None:
    """Structured laws compose like the scheme that they describe."""
    run = 500 * Step(Gaussian(4.0), sampled(10**6, 1000))
    wanted = 500 * Step(Gaussian(4.0), WithoutReplacement(10**6, 1000))
    ours, theirs = (account(one, AddRemove()) for one in (run, wanted))
    assert ours.tight
    assert ours.epsilon(1e-6) == theirs.epsilon(1e-6)
    assert ours.because.theorems == ("S24/T3.4",)
    assert "the distance from the batches that both data sets give; distances 0, 2" in str(ours.because)


def test_a_table_composes_and_has_renyi_divergences() -> None:
    step = Step(Gaussian(1.0), tabulated(Poisson(0.25), ONE))
    ours, theirs = (renyi_account(20 * s, Remove()).epsilon(1e-5) for s in (step, Step(Gaussian(1.0), Poisson(0.25))))
    assert ours.upper == pytest.approx(theirs.upper, rel=1e-9)


def test_unknown_changes_are_refused() -> None:
    with pytest.raises(CannotAnswer, match="no law of the batches was given"):
        account(Step(Gaussian(1.0), sampled(10, 2)), Substitute())


def test_routes() -> None:
    change = Change(substituted=1)
    scheme = tabulated(WithoutReplacement(4, 2), change)
    for mechanism in (Gaussian(1.0), Laplace(1.0), RandomizedResponse(0.8)):
        (ours,) = dominate(mechanism, scheme, change, "agnostic")
        (theirs,) = dominate(mechanism, WithoutReplacement(4, 2), change, "agnostic")
        assert np.allclose(ours.pair.hockey_stick(EPSILONS), theirs.pair.hockey_stick(EPSILONS), rtol=1e-12)
        assert ours.theorem == "B18/T2"
        assert ours.tight_once
    assert {one.theorem[:3] for one in dominate(Gaussian(1.0), scheme, change, "specific")} == {"S24"}
    with pytest.raises(CannotAnswer, match="a black box has no noise law to be specific about"):
        dominate(EpsilonDelta(1.0), scheme, change, "specific")


def test_one_sided_sums_over_several_distances_hold_at_every_order() -> None:
    """B18 Theorem 11 and its mirror image."""
    change = Change(removed=2)
    for turned in (change, change.swapped()):
        scheme = tabulated(Poisson(0.25), turned)
        (ours,) = dominate(Gaussian(1.0), scheme, turned, "agnostic")
        (theirs,) = dominate(Gaussian(1.0), Poisson(0.25), turned, "agnostic")
        assert np.allclose(ours.pair.hockey_stick(EPSILONS), theirs.pair.hockey_stick(EPSILONS), rtol=1e-12)


def test_equal_laws_lose_nothing() -> None:
    table = BatchTable({("a",): 0.5, ("b",): 0.5}, {("b",): 0.5, ("a",): 0.5})
    (found,) = dominate_laws(Gaussian(1.0), table, "tightest")
    assert found.pair.is_trivial
    assert found.theorem == "EXACT"


def test_a_leaky_scheme_is_said_to_be_one() -> None:
    """A batch that always holds the changed record: no amplification."""
    table = BatchTable({("r", i): 0.25 for i in range(4)}, {(i,): 0.25 for i in range(4)})
    (found,) = dominate_laws(Gaussian(1.0), table, "tightest")
    assert found.tight
    wanted = Gaussian(1.0).group_pair(1, "add-remove").hockey_stick(EPSILONS)
    assert np.allclose(found.pair.hockey_stick(EPSILONS), wanted, rtol=1e-12)


def test_the_certificate_of_incompatible_laws_is_in_the_note() -> None:
    """B18's counter-example, and the bound stays below "everything may be revealed"."""
    mechanism, change = EpsilonDelta(0.8, unit="substitute"), Change(substituted=1)
    found = dominate(mechanism, tabulated(Poisson(0.3), change), change)
    assert any("closest to" in one.note and "with probability" in one.note for one in found)
    assert min(float(one.pair.hockey_stick(np.zeros(1))[0]) for one in found) < 0.3


@pytest.mark.parametrize("mechanism", [Gaussian(1.0), RandomizedResponse(0.7)], ids=["gaussian", "response"])
def test_plans_are_tried_once_each(mechanism: AbstractMechanism) -> None:
    change = Change(substituted=1)
    problem = transport_problem(mechanism, tabulated(WithoutReplacement(4, 2), change).laws_of(change))
    found = list(plans(problem))
    assert len(found) == len({plan.stars for plan in found})
    assert len(orders(problem)) == 1 + (mechanism != Gaussian(1.0))
    tops = [guarantee(problem, plan).pair.hockey_stick(EPSILONS) for plan in found]
    assert bool(np.all(np.min(tops, axis=0) <= tops[0]))
