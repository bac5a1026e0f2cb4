from __future__ import annotations

from dataclasses import replace

import pytest

from planning.plans import POISSON
from tightdp.cli.choices import PlanFindChoice
from tightdp.cli.plan_answer import planned
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.spec.origin import TextOrigin

NAMES = TextOrigin("plan.toml")
SHUFFLED = replace(POISSON, sampling="shuffled")


def test_a_plan_without_noise_and_target_has_rate_and_steps_only() -> None:
    bare = replace(POISSON, noise_multiplier=None)
    answered = planned(bare, NAMES, None, None, 1e-3)
    assert (answered.plan, answered.answer, answered.epsilon, answered.found) == (bare, None, None, None)
    with pytest.raises(InvalidInput, match="noise_multiplier and delta must be both given to check a run"):
        planned(bare, NAMES, None, 3, 1e-3)
    with pytest.raises(InvalidInput, match=r"plan.toml: plan.target_epsilon and delta must be both given"):
        planned(bare, NAMES, PlanFindChoice.NOISE, None, 1e-3)


@pytest.mark.parametrize(("check", "rtol", "name"), [(-1, 1e-3, "--check"), (None, 0.0, "--rtol")])
def test_wrong_options_are_named(check: int | None, rtol: float, name: str) -> None:
    with pytest.raises(InvalidInput, match=name):
        planned(POISSON, NAMES, None, check, rtol)


def test_a_shuffled_loader_is_refused_with_the_numbers_around_it() -> None:
    answered = planned(SHUFFLED, NAMES, None, None, 1e-3)
    assert answered.around is not None
    assert (answered.epsilon, answered.refusal is None) == (None, False)


def test_under_substitution_the_number_without_amplification_is_an_answer() -> None:
    answered = planned(replace(SHUFFLED, neighbours="substitute"), NAMES, None, None, 1e-3)
    assert answered.around is not None
    assert answered.epsilon is not None
    assert answered.refusal is None
    assert answered.epsilon.upper == answered.around.no_amplification.upper
    assert answered.epsilon.lower == answered.around.floor


def test_nothing_else_is_answered_for_a_shuffled_loader() -> None:
    with pytest.raises(CannotAnswer, match="a shuffled data set"):
        planned(replace(SHUFFLED, target_epsilon=2.0), NAMES, PlanFindChoice.NOISE, None, 1e-3)
    with pytest.raises(CannotAnswer, match="a shuffled data set"):
        planned(SHUFFLED, NAMES, None, 3, 1e-3)
    with pytest.raises(CannotAnswer, match="a shuffled data set"):
        planned(replace(SHUFFLED, divisor="dataset-size"), NAMES, None, None, 1e-3)


def test_a_private_divisor_is_refused() -> None:
    with pytest.raises(CannotAnswer, match="a mean whose divisor is counted from the data"):
        planned(replace(POISSON, divisor="dataset-size"), NAMES, None, None, 1e-3)
