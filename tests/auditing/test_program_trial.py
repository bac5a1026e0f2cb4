from __future__ import annotations

import numpy as np
import pytest

from tightdp import (
    AddRemove,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Poisson,
    Program,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithReplacement,
)
from tightdp.auditing.program_trial import program_trials
from tightdp.relations import Change
from tightdp.schemes import BatchTypes, OwnScheme


def ignore(count: int) -> None:
    del count


def directions(program: Program, relation: AddRemove | Substitute) -> list[str]:
    return [trial.direction for trial in program_trials(program, relation, "law")]


def test_each_direction_has_its_trial() -> None:
    run = 3 * Step(Gaussian(1.0), Poisson(0.1))
    assert directions(run, AddRemove(2)) == ["2 removed, 0 inserted", "1 removed, 1 inserted", "0 removed, 2 inserted"]


def test_each_way_to_pull_has_its_trial_and_the_first_two_a_common_one() -> None:
    run = 3 * Step(RandomizedResponse(0.7), WithReplacement(10, 2))
    assert directions(run, Substitute()) == [
        "1 substituted, asked for the records that leave",
        "1 substituted, asked for the records that come",
        "1 substituted, asked for each in turn",
    ]
    assert len(directions(1 * Step(RandomizedResponse(0.7), Poisson(0.2)), Substitute())) == 2


def test_a_step_that_pulls_one_way_only_joins_the_others() -> None:
    """Of 1 removed and 1 inserted record a full batch sees one replaced one, which pulls on the side of x."""
    run = Step(Gaussian(1.0), Poisson(0.1)) + Step(Gaussian(1.0), FullBatch())
    assert directions(run, AddRemove(2))[1] == "1 removed, 1 inserted"
    run = Step(RandomizedResponse(0.7), Poisson(0.1)) + Step(Gaussian(1.0), FullBatch())
    assert len(directions(run, Substitute())) == 3


def test_a_scheme_of_one_s_own_has_its_witnesses() -> None:
    change = Change(removed=1)
    laws = BatchTypes({"without": 0.5, "with": 0.5}, {"without": 1.0}, {("with", "without"): change})
    trials = program_trials(2 * Step(Gaussian(1.0), OwnScheme({change: laws})), Remove(), "law")
    assert all(trial.direction.startswith("1 removed, 0 inserted") for trial in trials)
    assert trials[0].observe(0, 2000, np.random.default_rng(1), ignore).mean() > 0.1


def test_of_a_large_group_some_directions_are_tried() -> None:
    found = directions(1 * Step(Gaussian(1.0), Poisson(0.1)), AddRemove(200))
    assert len(found) == 9
    assert (found[0], found[-1]) == ("200 removed, 0 inserted", "0 removed, 200 inserted")


def test_nothing_that_runs_has_no_loss() -> None:
    (trial,) = program_trials(Program(), Substitute(), "law")
    assert trial.observe(0, 5, np.random.default_rng(1), ignore).tolist() == [0.0] * 5


def test_as_many_that_come_as_go_are_replaced_in_a_full_batch() -> None:
    program = 1 * Step(Gaussian(2.0), FullBatch())
    trial = program_trials(program, AddRemove(2), "law")[1]
    losses = trial.observe(0, 20_000, np.random.default_rng(1), ignore)
    assert losses.mean() == pytest.approx(0.5, abs=0.05)  # distance 2, sigma 2: KL is 1/2


def test_the_losses_of_all_steps_add_up() -> None:
    run = 3 * Step(Gaussian(2.0), FullBatch()) + 2 * Step(Gaussian(1.0), FullBatch())
    told: list[int] = []
    trial = program_trials(run, AddRemove(), "law")[0]
    losses = trial.observe(0, 50_000, np.random.default_rng(1), told.append)
    assert losses.mean() == pytest.approx(0.5 * (3 / 4 + 2), abs=0.05)
    assert losses.std() == pytest.approx(np.sqrt(3 / 4 + 2), rel=0.02)
    assert sum(told) == 5 * 50_000
    assert trial.score(losses, losses)(losses) is losses


def test_the_two_data_sets_trade_the_sign_of_an_infinite_loss() -> None:
    run = 4 * Step(EpsilonDelta(0.0, 0.5), FullBatch())
    trial = program_trials(run, AddRemove(), "law")[0]
    x, other = (trial.observe(side, 200, np.random.default_rng(side), ignore) for side in (0, 1))
    assert set(x) == {0.0, np.inf}
    assert set(other) == {0.0, -np.inf}
