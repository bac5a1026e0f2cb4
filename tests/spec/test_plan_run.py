from __future__ import annotations

from dataclasses import replace

import pytest

from planning.plans import POISSON
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.spec.origin import TextOrigin
from tightdp.spec.plan_run import made_plan, plan_places, plan_run
from tightdp.spec.read_plan import to_plan_document
from tightdp.spec.run import build_run

ORIGIN = TextOrigin("plan.toml", {("plan",): 3, ("plan", "noise_multiplier"): 8})


def test_the_run_is_that_of_the_plan() -> None:
    document, origin = plan_run(made_plan(to_plan_document(POISSON), ORIGIN), ORIGIN)
    run = build_run(document, origin)
    assert (run.program, run.relation, run.delta) == (POISSON.program, POISSON.relation, POISSON.delta)


def test_a_plan_without_noise_is_no_run_yet() -> None:
    with pytest.raises(
        InvalidInput, match=r"plan.toml:8: plan.noise_multiplier must be given, or found for the target"
    ):
        plan_run(replace(POISSON, noise_multiplier=None), ORIGIN)


def test_a_plan_whose_loader_shuffles_is_no_run() -> None:
    with pytest.raises(CannotAnswer, match="a shuffled data set"):
        plan_run(replace(POISSON, sampling="shuffled"), ORIGIN)


def test_an_error_gets_its_place() -> None:
    with pytest.raises(InvalidInput, match=r"plan.toml:3: plan.epochs and updates must be given"), plan_places(ORIGIN):
        replace(POISSON, updates=3)
