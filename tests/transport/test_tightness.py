"""Both ends of one value, and what attains the lower one."""

from __future__ import annotations

import pytest

from laws.cells import MECHANISMS, shown
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.mechanisms import AbstractMechanism, EpsilonDelta, Gaussian, Laplace, Profile
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, OwnScheme, Poisson, WithoutReplacement, WithReplacement
from tightdp.transport.own_laws import transport_problem
from tightdp.transport.sharpest import sharpest
from tightdp.transport.tightness import function_of_tests, tightness, witnesses
from twins.own_tables import tabulated

SCHEMES = [Poisson(0.3), WithoutReplacement(4, 2), WithReplacement(3, 2)]
SUBSTITUTED = Change(substituted=1)


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=shown)
@pytest.mark.parametrize("scheme", SCHEMES, ids=shown)
def test_one_step_is_known_exactly(mechanism: AbstractMechanism, scheme: AbstractScheme) -> None:
    """For all mechanisms but profiles, which are known on a grid only, both ends meet."""
    found = tightness(mechanism, tabulated(scheme, SUBSTITUTED), SUBSTITUTED, 0.4)
    assert found.lower <= found.upper <= found.pair + 1e-12
    assert found.is_tight or isinstance(mechanism, Profile)
    assert found.witness.delta(0.4) == found.lower


@pytest.mark.parametrize("mechanism", [Gaussian(0.0), Laplace(0.0)], ids=shown)
def test_without_noise(mechanism: AbstractMechanism) -> None:
    found = tightness(mechanism, Poisson(0.3), Change(removed=1), 0.4)
    assert found.lower == found.upper == pytest.approx(0.3)


def test_theorem_10_is_not_attained_by_gaussians() -> None:
    """Theory 1.9 and 2.5: .1863833790, refined .1850110471, a count attains .1842420163 at base eps .4."""
    mechanism, epsilon = Gaussian(1.0, substitution_sensitivity=1.0), 0.2417310640
    found = tightness(mechanism, tabulated(WithReplacement(3, 2), SUBSTITUTED), SUBSTITUTED, epsilon)
    assert found.is_tight
    assert 0.184242 < found.upper < 0.185012


def test_built_in_schemes_of_any_size() -> None:
    found = tightness(EpsilonDelta(1.0, 1e-5), WithoutReplacement(10**6, 1000), SUBSTITUTED, 1e-4)
    assert found.is_tight
    assert found.upper == pytest.approx(found.pair, abs=1e-9)


@pytest.mark.parametrize("epsilon", [31.0, float("nan"), "1"])
def test_epsilon_is_in_range(epsilon: float) -> None:
    with pytest.raises(InvalidInput, match=r"epsilon must be in \[-30, 30\]"):
        tightness(Gaussian(1.0), Poisson(0.3), SUBSTITUTED, epsilon)


def test_changes_without_a_law_are_refused() -> None:
    scheme = tabulated(Poisson(0.3), SUBSTITUTED)
    assert isinstance(scheme, OwnScheme)
    with pytest.raises(CannotAnswer, match="no law of the batches was given"):
        tightness(Gaussian(1.0), scheme, Change(removed=1), 0.5)


def test_candidates_say_where_they_come_from() -> None:
    laws = tabulated(WithoutReplacement(4, 2), SUBSTITUTED).laws_of(SUBSTITUTED)
    problem = transport_problem(Gaussian(1.0), laws)
    tests = sharpest(problem, 0.5).tests
    found = list(witnesses(Gaussian(1.0), laws, problem, tests))
    assert found[0].origin == "the exact program"
    assert len(found) == 4
    assert found[0].values.tolist() == function_of_tests(Gaussian(1.0), tests, problem).tolist()
