"""Advanced joint convexity (B18 Theorem 2), against the mixed laws themselves."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mpf

from tightdp.numerics.log_domain import amplify_loss
from tightdp.pairs.amplified import Amplified, amplify, trivial_pair
from tightdp.pairs.direct_sum import DirectSum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair, Lattice, Support
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import swap
from twins.nearness import about, agrees, relative_error
from twins.shift_pairs import ShiftTwin
from twins.tables import TableTwin

P, Q = (0.5, 0.25, 0.0, 0.25), (0.125, 0.5, 0.25, 0.125)
TABLE = Discrete.from_masses(P, Q)
RATES = st.one_of(st.floats(1e-6, 1.0 - 1e-6), st.sampled_from([1e-6, 0.5, 1.0 - 1e-6]))
DIRECTIONS = pytest.mark.parametrize("forward", [True, False], ids=["removal", "insertion"])


@given(rate=RATES, epsilon=st.floats(-3.0, 3.0))
def test_the_profile_is_that_of_the_mixed_laws(rate: float, epsilon: float) -> None:
    twin = TableTwin.of(P, Q).amplified(rate)
    general = Amplified(TABLE, rate)
    for pair, laws in ((general, twin), (amplify(TABLE, rate), twin), (swap(general), twin.swapped())):
        value = float(pair.hockey_stick(np.array([epsilon]))[0])
        high, low = (laws.hockey_stick(mpf(epsilon) + slack) for slack in (mpf(-4e-15), mpf(4e-15)))
        assert low * (1 - mpf(1e-11)) <= value <= high * (1 + mpf(1e-11))


@given(rate=RATES, base=st.floats(0.0, 2.0))
def test_one_epsilon_goes_to_another(rate: float, base: float) -> None:
    """``d'(log(1 + eta (e^eps - 1))) = eta d(eps)``."""
    epsilon = amplify_loss(np.array([base]), rate)
    inner = TABLE.hockey_stick(np.array([base]))[0]
    assert Amplified(TABLE, rate).hockey_stick(epsilon)[0] == pytest.approx(rate * inner, rel=1e-9, abs=1e-15)


@pytest.mark.parametrize("rate", [1e-6, 0.3, 0.999])
def test_tails_and_cells_of_a_table(rate: float) -> None:
    """With an atom of Q at loss -inf, which comes to rest at ``log(1 - rate)``."""
    twin, pair = TableTwin.of(P, Q).amplified(rate), Amplified(TABLE, rate)
    losses = np.array(sorted(float(row[0]) for row in twin.rows))
    edges = np.concatenate([[losses[0] - 1.0], 0.5 * (losses[:-1] + losses[1:]), [losses[-1] + 1.0]])
    tails, cells = pair.tails(edges), pair.cells(edges)
    for i, edge in enumerate(edges.tolist()):
        got = (tails.log_p_above, tails.log_q_above, tails.log_p_below, tails.log_q_below)
        for log_mass, mass in zip(got, twin.tails(edge), strict=True):
            assert agrees(float(log_mass[i]), (mass, mass), 1e-14)
    for i, (left, right) in enumerate(zip(edges[:-1].tolist(), edges[1:].tolist(), strict=True)):
        p, q = twin.cell(left, right)
        assert agrees(float(cells.log_p[i + 1]), (p, p), 1e-14)
        assert agrees(float(cells.log_q[i + 1]), (q, q), 1e-14)


@DIRECTIONS
@pytest.mark.parametrize("rate", [1e-6, 0.01, 0.9])
def test_an_amplified_shift_is_a_shift_mixture(rate: float, forward: bool) -> None:
    """Two ways to one pair; tails down to 1e-100 and less."""
    noise = GaussianNoise(0.8)
    pair: AbstractPair = Amplified(ShiftMixture(noise, (0.0, 1.0), (1.0,)), rate)
    mixture: AbstractPair = ShiftMixture(noise, (1.0 - rate, rate), (1.0,))
    if not forward:
        pair, mixture = swap(pair), swap(mixture)
    losses = mixture.nodes()[30:-30:20]
    losses = losses[np.abs(np.abs(losses / math.log1p(-rate)) - 1.0) > 1e-6]
    one, other = pair.tails(losses), mixture.tails(losses)
    for a, b in (
        (one.log_p_above, other.log_p_above),
        (one.log_q_above, other.log_q_above),
        (one.log_p_below, other.log_p_below),
        (one.log_q_below, other.log_q_below),
    ):
        np.testing.assert_allclose(a, b, rtol=1e-12, atol=1e-8)
    assert min(one.log_q_above.min(), one.log_p_below.min()) < math.log(1e-100)
    np.testing.assert_allclose(pair.hockey_stick(losses), mixture.hockey_stick(losses), rtol=1e-8, atol=1e-280)


@DIRECTIONS
def test_a_tiny_profile_of_an_amplified_gaussian(forward: bool) -> None:
    """No cancellation in either direction: insertion at 1e-40 has ten digits."""
    rate = 0.1
    base = ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,))
    pair = Amplified(base, rate) if forward else swap(Amplified(base, rate))
    epsilon = 12.0 if forward else 0.10536
    weights = ((1.0 - rate, rate), (1.0,)) if forward else ((1.0,), (1.0 - rate, rate))
    truth = ShiftTwin("gaussian", 1.0, *weights).hockey_stick(epsilon)
    assert truth < 1e-30
    assert relative_error(pair.hockey_stick(np.array([epsilon]))[0], truth) <= 1e-9


@pytest.mark.parametrize(
    ("base", "support"),
    [
        (ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,)), Support(math.log(0.75), math.inf)),
        (Discrete.from_masses([0.5, 0.5], [0.25, 0.75]), Support(math.log(11 / 12), math.log(1.25))),
        (Discrete.from_masses([0.5, 0.5, 0.0], [0.0, 0.5, 0.5]), Support(math.log(0.75), 0.0, 0.125, 0.0)),
    ],
)
def test_the_range_of_losses(base: AbstractPair, support: Support) -> None:
    got = Amplified(base, 0.25).support
    assert got.lowest == pytest.approx(support.lowest)
    assert got.highest == pytest.approx(support.highest, abs=1e-16)
    assert (got.p_infinite, got.q_infinite) == (support.p_infinite, support.q_infinite)


@pytest.mark.parametrize("base", [TABLE, DirectSum((0.5, 0.5), (TABLE, swap(TABLE)))])
def test_the_ends_of_the_rate(base: AbstractPair) -> None:
    assert amplify(base, 1.0) is base
    assert amplify(base, 0.0).is_trivial
    assert trivial_pair().hockey_stick(np.array([0.0, 1.0])).tolist() == [0.0, 0.0]


def test_tables_stay_tables() -> None:
    assert isinstance(amplify(TABLE, 0.3), Discrete)
    assert isinstance(amplify(DirectSum((0.5, 0.5), (TABLE, swap(TABLE))), 0.3), Amplified)
    plain = amplify(Discrete.from_masses([0.5, 0.5], [0.25, 0.75]), 0.3)
    np.testing.assert_allclose(plain.nodes(), np.log([0.9, 1.3]), rtol=1e-14)


def test_nodes_and_lattice() -> None:
    laplace = ShiftMixture(LaplaceNoise(1.0), (0.0, 1.0), (1.0,))
    pair = Amplified(laplace, 0.25)
    low, high = (math.log(0.75 + 0.25 * math.exp(x)) for x in (-1.0, 1.0))
    assert pair.lattice == Lattice(about(high), about(high - low))
    assert pair.nodes()[0] == pytest.approx(low)
    assert Amplified(ShiftMixture(GaussianNoise(1.0), (0.0, 1.0), (1.0,)), 0.25).lattice is None
    with_atom = Amplified(TABLE, 0.25)
    assert with_atom.nodes()[0] == pytest.approx(math.log(0.75))
    assert with_atom.lattice is not None
