"""Tables against sums over their outcomes in 60 digits."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import exp, mpf, workdps

from tightdp.errors import InvalidInput
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import Array, Lattice, Support
from twins.nearness import about, agrees, relative_error
from twins.tables import TableTwin

Law = list[float]


def normalised(weights: list[int]) -> Law:
    return [float(w) for w in np.array(weights) / sum(weights)]


@st.composite
def tables(draw: st.DrawFn) -> tuple[Law, Law]:
    """Two laws on a few outcomes; some outcomes are impossible under one of them or under both."""
    count = draw(st.integers(1, 6))
    weights = st.lists(st.sampled_from([0, 1, 2, 3, 10, 10**6, 10**15]), min_size=count, max_size=count).filter(any)
    return normalised(draw(weights)), normalised(draw(weights))


def between(pair: Discrete) -> Array:
    """Points that are no losses of the pair, where rounding decides nothing."""
    losses = pair.losses
    inner = (0.5 * (losses[:-1] + losses[1:]))[np.diff(losses) > 1e-12]
    ends = [losses[0] - 1.0, losses[-1] + 1.0] if len(losses) else [-1.0, 1.0]
    return np.sort(np.append(inner, ends))


@given(laws=tables())
def test_tails_and_cells(laws: tuple[Law, Law]) -> None:
    pair, twin = Discrete.from_masses(*laws), TableTwin.of(*laws)
    edges = between(pair)
    tails, cells = pair.tails(edges), pair.cells(edges)
    for i, edge in enumerate(edges.tolist()):
        got = (tails.log_p_above, tails.log_q_above, tails.log_p_below, tails.log_q_below)
        for log_mass, mass in zip(got, twin.tails(edge), strict=True):
            assert agrees(float(log_mass[i]), (mass, mass), 1e-14)
    limits = [-np.inf, *edges.tolist(), np.inf]
    for i, (left, right) in enumerate(pairwise(limits)):
        p, q = twin.cell(left, right)
        assert agrees(float(cells.log_p[i]), (p, p), 1e-14)
        assert agrees(float(cells.log_q[i]), (q, q), 1e-14)


@given(laws=tables(), epsilon=st.floats(-40.0, 40.0))
def test_profile(laws: tuple[Law, Law], epsilon: float) -> None:
    pair, twin = Discrete.from_masses(*laws), TableTwin.of(*laws)
    epsilons = np.array([epsilon, 0.0, *pair.losses.tolist()])
    for value, at in zip(pair.hockey_stick(epsilons), epsilons.tolist(), strict=True):
        high, low = (twin.hockey_stick(mpf(at) + slack) for slack in (mpf(-2e-14), mpf(2e-14)))
        assert low * (1 - mpf(1e-14)) <= value <= high * (1 + mpf(1e-14))


def test_the_ends_of_the_profile() -> None:
    pair = Discrete.from_masses([0.6, 0.3, 0.1, 0.0], [0.3, 0.5, 0.0, 0.2])
    assert pair.hockey_stick(np.array([-np.inf, -1e6, 1e6, np.inf])).tolist() == [
        pytest.approx(1.0, abs=1e-15),
        pytest.approx(1.0, abs=1e-15),
        0.1,
        0.1,
    ]


def test_infinite_losses() -> None:
    pair = Discrete.from_masses([0.0, 0.5, 0.5], [0.25, 0.75, 0.0])
    assert pair.support == Support(about(np.log(2 / 3)), about(np.log(2 / 3)), 0.5, 0.25)
    apart = Discrete.from_masses([1.0, 0.0], [0.0, 1.0])
    assert apart.support == Support(0.0, 0.0, 1.0, 1.0)
    assert apart.hockey_stick(np.array([-3.0, 0.0, 9.0])).tolist() == [1.0, 1.0, 1.0]
    assert np.exp(apart.tails(np.zeros(1)).log_p_above).tolist() == [1.0]
    assert np.exp(apart.cells(np.zeros(1)).log_p).tolist() == [0.0, 0.0]
    assert apart.nodes().shape == (0,)
    assert apart.lattice is None


def test_masses_of_1e_minus_300() -> None:
    """Logarithms carry masses that a float cannot: a table of a loss that nearly never happens."""
    log_q = np.array([-1e-300, -800.0])
    losses = np.array([-1e-300, 50.0])
    pair = Discrete(losses, losses + log_q, log_q)
    tails = pair.tails(np.array([10.0]))
    assert (tails.log_p_above[0], tails.log_q_above[0]) == (-750.0, -800.0)
    with workdps(60):
        assert pair.cells(np.array([10.0])).log_p[1] == -750.0
        deep = Discrete(np.array([-1e-250, 50.0]), np.array([0.0, -600.0]), np.array([0.0, -650.0]))
        assert relative_error(deep.hockey_stick(np.array([49.0]))[0], exp(mpf(-600)) * (1 - exp(mpf(-1)))) <= 1e-13


def test_equal_losses_become_one_atom() -> None:
    log_q = np.log(np.array([0.1, 0.2, 0.0, 0.3, 0.4])[[0, 1, 3, 4]])
    losses = np.array([1.0, -1.0, 1.0, 0.5])
    pair = Discrete.from_logs(losses, losses + log_q, log_q)
    assert pair.losses.tolist() == [-1.0, 0.5, 1.0]
    np.testing.assert_allclose(np.exp(pair.log_q), [0.2, 0.4, 0.4])
    np.testing.assert_allclose(pair.log_p - pair.log_q, pair.losses)


def test_empty_atoms_are_dropped() -> None:
    never = np.full(1, -np.inf)
    pair = Discrete.from_logs(np.zeros(1), never, never, p_infinite=1.0, q_infinite=1.0)
    assert len(pair.losses) == 0


@pytest.mark.parametrize(
    ("losses", "lattice"),
    [
        ([0.3], Lattice(0.3)),
        ([-1.0, 1.0], Lattice(-1.0, 2.0)),
        ([-0.5, 0.0, 1.0], Lattice(-0.5, 0.5)),
        ([0.0, 1.0, np.pi], Lattice(0.0)),
        (np.linspace(0.0, 1.0, 65).tolist(), Lattice(0.0)),
        ([0.0, 1e-9, 1.0], Lattice(0.0)),
    ],
)
def test_the_lattice_of_a_table(losses: Law, lattice: Lattice) -> None:
    even = np.zeros(len(losses))
    assert Discrete(np.array(losses), even, even).lattice == lattice


def test_atoms_without_weight_do_not_spoil_the_lattice() -> None:
    log_p = np.array([0.0, -600.0, 0.0])
    assert Discrete(np.array([-1.0, 0.1, 1.0]), log_p, log_p).lattice == Lattice(-1.0, 2.0)


def test_nodes_are_the_losses() -> None:
    losses = np.linspace(-1.0, 1.0, 20_001)
    log_q = np.full(len(losses), -np.log(len(losses)))
    many = Discrete(losses, losses + log_q, log_q)
    assert 4000 <= len(many.nodes()) <= 5001
    assert np.array_equal(Discrete(losses[:9], log_q[:9], log_q[:9]).nodes(), losses[:9])


def test_a_large_table_is_asked_in_blocks() -> None:
    losses = np.linspace(-5.0, 5.0, 30_001)
    log_q = np.full(len(losses), -np.log(len(losses)))
    pair = Discrete(losses, losses + log_q, log_q)
    epsilons = np.linspace(-6.0, 6.0, 301)
    one_by_one = [float(pair.hockey_stick(np.array([epsilon]))[0]) for epsilon in epsilons]
    np.testing.assert_allclose(pair.hockey_stick(epsilons), one_by_one, rtol=1e-13)


@pytest.mark.parametrize(("p", "q"), [([0.5, 0.5], [1.0]), ([[1.0]], [[1.0]]), (1.0, 1.0)])
def test_masses_come_as_two_vectors(p: Any, q: Any) -> None:
    with pytest.raises(InvalidInput, match="masses must be two vectors of one length, got"):
        Discrete.from_masses(p, q)


@pytest.mark.parametrize("law", [[0.5, 0.6], [1.5, -0.5], [np.nan, 1.0], [np.inf, 0.0], [0.5, 0.5 + 2e-9]])
def test_masses_are_probabilities(law: Law) -> None:
    with pytest.raises(InvalidInput, match="p must be a probability vector, got"):
        Discrete.from_masses(law, [0.5, 0.5])
    with pytest.raises(InvalidInput, match="q must be a probability vector, got"):
        Discrete.from_masses([0.5, 0.5], law)
