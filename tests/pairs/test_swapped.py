"""The other direction, for every kind of pair."""

from __future__ import annotations

import numpy as np

from tightdp.pairs.amplified import Amplified
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import Lattice, Support
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import Swapped, reverse_hockey_stick, swap
from twins.nearness import about

TABLE = Discrete.from_masses([0.5, 0.3, 0.2, 0.0], [0.2, 0.3, 0.0, 0.5])
OTHER = Discrete.from_masses([0.2, 0.3, 0.0, 0.5], [0.5, 0.3, 0.2, 0.0])
EPSILONS = np.array([-np.inf, -1e6, -2.0, -0.1, 0.0, 0.5, 3.0, 1e6, np.inf])
EDGES = np.array([-1.5, -0.2, 0.7])


def test_the_wrapper_exchanges_the_laws() -> None:
    swapped = Swapped(TABLE)
    assert swapped.support == Support(about(-np.log(2.5)), 0.0, 0.5, 0.2)
    for got, wanted in zip(
        (swapped.tails(EDGES), swapped.cells(EDGES)), (OTHER.tails(EDGES), OTHER.cells(EDGES)), strict=True
    ):
        for name in ("log_p_above", "log_q_above", "log_p_below", "log_q_below", "log_p", "log_q"):
            if hasattr(got, name):
                np.testing.assert_allclose(getattr(got, name), getattr(wanted, name), rtol=1e-14)
    np.testing.assert_allclose(swapped.nodes(), OTHER.nodes())
    assert swapped.lattice == Lattice(about(-TABLE.losses[-1]), about(np.log(2.5)))


def test_the_general_profile_is_the_swap_identity() -> None:
    """``d_swapped(eps) = 1 - e^eps + e^eps d(-eps)``, also where e^eps is no float."""
    np.testing.assert_allclose(Swapped(TABLE).hockey_stick(EPSILONS), OTHER.hockey_stick(EPSILONS), atol=1e-15)
    shift = ShiftMixture(GaussianNoise(1.0), (0.7, 0.3), (1.0,))
    inner = EPSILONS[2:7]
    np.testing.assert_allclose(reverse_hockey_stick(shift, inner), swap(shift).hockey_stick(inner), atol=1e-14)
    assert reverse_hockey_stick(shift, EPSILONS)[[0, 1, 7, 8]].tolist() == [1.0, 1.0, 0.0, 0.0]


def test_tables_and_mixtures_swap_to_their_own_kind() -> None:
    shift = ShiftMixture(LaplaceNoise(2.0), (0.7, 0.3), (0.9, 0.0, 0.1), 0.5)
    assert swap(shift) == ShiftMixture(LaplaceNoise(2.0), (0.9, 0.0, 0.1), (0.7, 0.3), 0.5)
    table = swap(TABLE)
    assert isinstance(table, Discrete)
    np.testing.assert_allclose(table.losses, OTHER.losses, atol=1e-15)
    np.testing.assert_allclose(table.log_p, OTHER.log_p)
    np.testing.assert_allclose(table.log_q, OTHER.log_q)


def test_a_pair_without_its_own_form_is_wrapped_once() -> None:
    amplified = Amplified(TABLE, 0.3)
    once = swap(amplified)
    assert isinstance(once, Swapped)
    assert swap(once) is amplified
    assert Swapped(ShiftMixture(GaussianNoise(1.0), (0.7, 0.3), (1.0,))).lattice is None
