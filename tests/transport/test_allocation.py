from __future__ import annotations

import numpy as np
import pytest

from golden.golden_records import theory
from tightdp.divergences.renyi import renyi_of
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    RandomizedResponse,
    Together,
)
from tightdp.relations import Change
from tightdp.schemes import FullBatch, RandomAllocation
from tightdp.transport import Route, dominate
from tightdp.transport.allocation import allocated
from twins.allocations import allocated_masses, hockey_stick

REMOVED, INSERTED, REPLACED = Change(removed=1), Change(inserted=1), Change(substituted=1)
CAST = [Gaussian(1.0), Laplace(1.0), RandomizedResponse(0.75), DiscreteLaplace(1.0), EpsilonDelta(1.0, 1e-3)]
EPSILONS = np.array([0.0, 0.1, 0.5, 1.0])


def ends(mechanism: AbstractMechanism, scheme: RandomAllocation, change: Change) -> tuple[np.ndarray, np.ndarray]:
    found = allocated(mechanism, scheme, change)
    lower = np.max([pair.hockey_stick(EPSILONS) for each in found for pair in each.witnesses], axis=0)
    return lower, np.min([each.pair.hockey_stick(EPSILONS) for each in found], axis=0)


def test_gaussian_noise_in_one_of_two_updates() -> None:
    """Golden values; theory's decomposition into Poisson steps is far above."""
    removed, inserted, *decomposition = theory("allocation.gaussian.T2")
    for change, truth, far in zip((REMOVED, INSERTED), (removed, inserted), decomposition, strict=True):
        (found,) = allocated(Gaussian(1.0), RandomAllocation(2), change)
        at = np.array([0.5])
        lower, upper = (float(pair.hockey_stick(at)[0]) for pair in (found.witnesses[0], found.pair))
        assert lower <= truth <= upper < far
        assert upper - lower <= 2e-4 * truth
        assert found.tight


def test_the_lower_table_has_the_renyi_divergence_of_the_expansion() -> None:
    (found,) = allocated(Gaussian(1.0), RandomAllocation(3), REMOVED)
    truth = theory("allocation.gaussian.rdp")
    lower = renyi_of(found.witnesses[0], [4.0]).lower[0]
    assert truth * (1.0 - 1e-3) <= lower <= truth


@pytest.mark.parametrize("mechanism", CAST, ids=repr)
@pytest.mark.parametrize("change", [REMOVED, INSERTED], ids=["removed", "inserted"])
def test_one_update_is_no_sampling(mechanism: AbstractMechanism, change: Change) -> None:
    (full,) = dominate(mechanism, FullBatch(), change)
    lower, upper = ends(mechanism, RandomAllocation(1), change)
    truth = full.pair.hockey_stick(EPSILONS)
    assert np.all(lower <= truth * (1.0 + 1e-9))
    assert np.all(upper >= truth * (1.0 - 1e-9))
    assert upper == pytest.approx(truth, rel=1e-3, abs=1e-12)


@pytest.mark.parametrize("sizes", [(2, 1), (4, 1), (3, 2), (5, 3)])
@pytest.mark.parametrize("change", [REMOVED, INSERTED], ids=["removed", "inserted"])
def test_answers_about_batches_are_between_the_ends(sizes: tuple[int, int], change: Change) -> None:
    """Randomised response is a table, so each pass can be summed over all outcomes."""
    p, q = (0.75, 0.25), (0.25, 0.75)
    one, other = allocated_masses(p, q, *sizes)
    if change is INSERTED:
        one, other = other, one
    truth = np.array([hockey_stick(one, other, epsilon) for epsilon in EPSILONS])
    lower, upper = ends(RandomizedResponse(0.75), RandomAllocation(*sizes), change)
    assert np.all(lower <= truth * (1.0 + 1e-9) + 1e-13)
    assert np.all(upper >= truth * (1.0 - 1e-9))
    if sizes[1] == 1:
        assert upper == pytest.approx(lower, rel=1e-6, abs=1e-9)


@pytest.mark.parametrize("mechanism", CAST, ids=repr)
@pytest.mark.parametrize("change", [REMOVED, INSERTED, REPLACED, Change(removed=2), Change(substituted=2)], ids=repr)
@pytest.mark.parametrize("scheme", [RandomAllocation(6), RandomAllocation(6, 2)], ids=repr)
def test_lower_ends_are_below_upper_ends(
    mechanism: AbstractMechanism, scheme: RandomAllocation, change: Change
) -> None:
    lower, upper = ends(mechanism, scheme, change)
    assert np.all(lower <= upper * (1.0 + 1e-9))
    assert all(each.theorem == "ALLOC" for each in allocated(mechanism, scheme, change))


@pytest.mark.parametrize("mechanism", [Gaussian(1.0, 0.1), Laplace(1.0, 0.5)], ids=repr)
def test_records_that_are_replaced_move_no_more_than_is_stated(mechanism: AbstractMechanism) -> None:
    """With one update nothing is sampled, and the losses of two replaced records are known."""
    change = Change(substituted=2)
    for each in (mechanism, Together((mechanism, mechanism, EpsilonDelta(0.0)))):
        (full,) = dominate(each, FullBatch(), change)
        lower, _ = ends(each, RandomAllocation(1), change)
        assert np.all(lower <= full.pair.hockey_stick(EPSILONS) * (1.0 + 1e-9))


@pytest.mark.parametrize("change", [REMOVED, REPLACED, Change(substituted=2)], ids=repr)
@pytest.mark.parametrize("scheme", [RandomAllocation(6), RandomAllocation(6, 2)], ids=repr)
def test_gaussian_releases_about_one_batch_are_one_at_both_ends(scheme: RandomAllocation, change: Change) -> None:
    both = Together((Gaussian(1.25), Gaussian(5.0 / 3.0)))  # 0.64 + 0.36 = 1
    for one, other in zip(ends(both, scheme, change), ends(Gaussian(1.0), scheme, change), strict=True):
        assert one == pytest.approx(other, rel=1e-9, abs=1e-14)


@pytest.mark.parametrize("change", [REMOVED, INSERTED], ids=["removed", "inserted"])
@pytest.mark.parametrize("sigma", [1e10, 1e14, 1e16, 1e30])
def test_noise_that_hides_all_that_floats_tell_is_above_the_truth(sigma: float, change: Change) -> None:
    """The mean of t ratios that are next to 1 is that of Gaussian noise ``sigma sqrt(t)``."""
    for updates in (1, 4, 1000):
        truth = 1.0 / (sigma * np.sqrt(2.0 * np.pi * updates))
        lower, upper = ends(Gaussian(sigma), RandomAllocation(updates), change)
        assert lower[0] <= truth * (1.0 + 1e-9)
        assert upper[0] >= truth * (1.0 - 1e-9)


@pytest.mark.parametrize("change", [REMOVED, INSERTED], ids=["removed", "inserted"])
def test_tables_with_losses_out_of_the_range_of_floats(change: Change) -> None:
    """Noise on integers that hardly ever moves: its losses are 200, 600, 1000, ..."""
    noise = DiscreteGaussian(0.05)
    (full,) = dominate(noise, FullBatch(), change)
    at = np.array([150.0, 199.0, 300.0, 590.0, 610.0])
    for each in allocated(noise, RandomAllocation(1), change):
        assert np.all(each.pair.hockey_stick(at) >= full.pair.hockey_stick(at) * (1.0 - 1e-9))
        assert np.all(each.witnesses[0].hockey_stick(at) <= full.pair.hockey_stick(at))


def test_huge_losses_take_the_pair_without_amplification_besides() -> None:
    found = allocated(Gaussian(0.02), RandomAllocation(3), REMOVED)
    assert len(found) == 2
    assert found[1].pair.support.p_infinite == 0.0
    assert not found[1].tight


def test_many_participations_at_huge_losses_are_as_many_full_batches() -> None:
    """Noise 0.3 in 100 of 100 updates is noise 0.03 once."""
    (once,) = dominate(Gaussian(0.03), FullBatch(), REMOVED)
    found = allocated(Gaussian(0.3), RandomAllocation(100, 100), REMOVED)
    assert len(found) == 2
    at = np.array([400.0, 600.0, 700.0])
    assert found[1].pair.hockey_stick(at) == pytest.approx(once.pair.hockey_stick(at), rel=1e-9)
    (replaced,) = allocated(Gaussian(1.0), RandomAllocation(9, 4), REPLACED)
    (halved,) = dominate(Gaussian(0.5), FullBatch(), REPLACED)
    assert replaced.pair.hockey_stick(EPSILONS) == pytest.approx(halved.pair.hockey_stick(EPSILONS), rel=1e-9)


@pytest.mark.parametrize(
    ("mechanism", "route", "words"),
    [
        (Gaussian(1.0), "agnostic", "nothing is known of it from group profiles alone"),
        (EpsilonDelta(1.0), "specific", "a black box has no noise law"),
    ],
)
def test_routes_that_do_not_exist_are_refused(mechanism: AbstractMechanism, route: Route, words: str) -> None:
    with pytest.raises(CannotAnswer, match=words):
        dominate(mechanism, RandomAllocation(4), REMOVED, route)
