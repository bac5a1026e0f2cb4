from __future__ import annotations

import numpy as np
import pytest

from tightdp.errors import CannotAnswer
from tightdp.mechanisms import EpsilonDelta, Profile
from tightdp.mechanisms.black_box import black_box_extremal, checked_unit
from tightdp.pairs.amplified import amplify
from tightdp.pairs.swapped import swap

BOX = EpsilonDelta(0.7, 0.02)
EPSILONS = np.array([-2.0, -0.5, 0.0, 0.2, 0.5, 0.7, 1.0, 1.4, 3.0])
ONE, NONE = (0.6, 0.4), (1.0,)


def test_one_record_is_asked_for() -> None:
    (found,) = black_box_extremal(BOX, ONE, NONE, "substitute")
    known = amplify(BOX.group_pair(1, "substitute"), 0.4).hockey_stick(EPSILONS)
    assert found.pair.hockey_stick(EPSILONS).tolist() == known.tolist()
    assert found.tight
    (inserted,) = black_box_extremal(BOX, NONE, ONE, "substitute")
    assert inserted.pair.hockey_stick(EPSILONS).tolist() == swap(found.pair).hockey_stick(EPSILONS).tolist()


def test_several_records_take_the_group_profiles() -> None:
    (found,) = black_box_extremal(BOX, (0.5, 0.3, 0.2), NONE, "add-remove")
    summed = 0.5 * (1.0 - 1.0) + sum(
        w * BOX.group_pair(k, "add-remove").hockey_stick(np.zeros(1))[0] for k, w in ((1, 0.3), (2, 0.2))
    )
    assert found.pair.hockey_stick(np.zeros(1))[0] <= summed * (1.0 + 1e-12)
    assert not found.tight
    assert bool(np.all(found.witnesses[0].hockey_stick(EPSILONS) <= found.pair.hockey_stick(EPSILONS) + 1e-15))


def test_both_sides_have_a_witness() -> None:
    (found,) = black_box_extremal(BOX, ONE, (0.3, 0.7), "add-remove")
    assert len(found.witnesses) == 2
    assert not found.tight_once
    bound = found.pair.hockey_stick(EPSILONS)
    assert all(bool(np.all(witness.hockey_stick(EPSILONS) <= bound + 1e-15)) for witness in found.witnesses)


def test_nothing_drawn_is_nothing_told() -> None:
    (found,) = black_box_extremal(BOX, NONE, NONE, "add-remove")
    assert found.tight
    assert found.pair.is_trivial
    assert found.witnesses == (found.pair,)


def test_a_pair_that_is_only_below_the_guarantee_is_no_proof_of_tightness() -> None:
    weaker = EpsilonDelta(0.5, 0.02).group_pair(1, "add-remove")
    (found,) = black_box_extremal(BOX, ONE, NONE, "add-remove", weaker)
    assert not found.tight
    assert found.witnesses[0].hockey_stick(np.zeros(1))[0] < found.pair.hockey_stick(np.zeros(1))[0]


@pytest.mark.parametrize("mechanism", [EpsilonDelta(0.5, unit="substitute"), Profile(lambda _: 0.1, "substitute")])
def test_a_unit_that_does_not_fit_is_refused(mechanism: EpsilonDelta | Profile) -> None:
    with pytest.raises(CannotAnswer, match="batches of different size may be perfectly distinguishable"):
        mechanism.extremal(ONE, NONE, "add-remove")
    with pytest.raises(CannotAnswer, match="known under substitution on batches that gain or lose records"):
        checked_unit("substitute", "add-remove", "a box")
    checked_unit("add-remove", "substitute", "a box")
