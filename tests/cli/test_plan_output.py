from __future__ import annotations

from dataclasses import replace

from planning.plans import POISSON
from tightdp.cli.choices import PlanFindChoice
from tightdp.cli.output import Output
from tightdp.cli.plan_answer import planned
from tightdp.cli.plan_output import plan_output
from tightdp.spec import plan_from_document
from tightdp.spec.origin import TextOrigin

NAMES = TextOrigin("plan.toml")


def shown_by(output: Output) -> dict[str, str]:
    return {row[0]: row[1] for row in output.screen[0].rows}


def test_what_is_found_stands_first() -> None:
    aimed = replace(POISSON, target_epsilon=2.0, noise_multiplier=None)
    output = plan_output(planned(aimed, NAMES, None, None, 1e-3))
    rows = output.screen[0].rows
    assert [row[0] for row in rows[:5]] == ["least noise", "epsilon", "lower end", "delta", "target"]
    assert plan_from_document(output.record["plan"]).noise_multiplier == output.record["noise_multiplier"]
    output = plan_output(planned(replace(POISSON, target_epsilon=2.0), NAMES, PlanFindChoice.UPDATES, None, 1e-3))
    assert output.screen[0].rows[0] == ("most updates", str(output.record["steps"]))


def test_rate_and_steps_stand_without_an_epsilon() -> None:
    output = plan_output(planned(replace(POISSON, noise_multiplier=None), NAMES, None, None, 1e-3))
    shown = shown_by(output)
    assert shown["epsilon"].startswith("not asked: it takes noise_multiplier")
    assert (shown["rate"], shown["steps"]) == ("0.01", "1000")
    assert output.record["epsilon"] is None
    assert dict(zip(output.sheet.columns, output.sheet.rows[0], strict=True))["epsilon_upper"] == ""


def test_groups_and_users_are_named() -> None:
    groups = plan_output(planned(replace(POISSON, noise_multiplier=None, records_per_user=3), NAMES, None, None, 1e-3))
    assert shown_by(groups)["neighbours"] == "add-remove, groups of 3 records"
    users = replace(
        POISSON, noise_multiplier=None, batch_size=None, users_per_round=10, epochs=None, updates=5, delta=None
    )
    shown = shown_by(plan_output(planned(users, NAMES, None, None, 1e-3)))
    assert shown["neighbours"] == "add-remove, one user"


def test_the_numbers_around_a_loader_that_shuffles() -> None:
    output = plan_output(planned(replace(POISSON, sampling="shuffled"), NAMES, None, None, 1e-3))
    shown = shown_by(output)
    assert shown["scheme"] == "none: shuffled and cut"
    assert shown["not your sampler"].startswith("Poisson sampling: 1.8")
    assert output.record["rate"] is None
    assert "a shuffled data set" in output.record["refused"]
    assert output.record["not_your_sampler"]["no_amplification_is_proven"] is False
