from __future__ import annotations

from dataclasses import replace

import pytest

from report.figured_runs import FIRST, figured, mixed, responses
from tightdp.accounting import Program, Step, account
from tightdp.mechanisms import Gaussian
from tightdp.relations import AddRemove, Substitute
from tightdp.report.run_figures import FEW_GROUPS, GROUPS, KINDS, NOISE_FACTORS, RATES, FiguredRun, run_figure
from tightdp.report.run_variants import first_steps, with_noise
from tightdp.schemes import WithReplacement


@pytest.fixture(scope="module")
def run() -> FiguredRun:
    return mixed()


@pytest.mark.parametrize("kind", KINDS)
def test_each_figure_has_words_and_ordered_points(run: FiguredRun, kind: str) -> None:
    figure = run_figure(run, next(one for one in KINDS if one == kind))
    places = [point.x for point in figure.points]
    assert places == sorted(places)
    assert len(places) >= 6
    assert all((figure.title, figure.summary, figure.x_label, figure.y_label))
    assert all(" at " in point.text for point in figure.points)


def test_the_profile_and_the_trade_off_are_the_answers(run: FiguredRun) -> None:
    profile, rates = run_figure(run, "profile"), run_figure(run, "trade-off")
    for point in profile.points[::7]:
        assert point.bound == run.curve.glance(point.x)
    assert profile.here == (run.epsilon.upper, run.delta)
    assert [point.x for point in rates.points] == list(RATES)
    assert tuple(point.bound for point in rates.points) == run.curve.trade_off(RATES)
    assert rates.points[0].text.startswith("false positive rate 0: false negative rate at least ")


def test_epsilon_over_steps_is_that_of_the_first_steps(run: FiguredRun) -> None:
    figure = run_figure(run, "steps")
    assert [point.x for point in figure.points] == [1, 2, 3, 4, 5, 6]
    part = account(first_steps(run.program, 5), AddRemove(), rtol=0.05).epsilon(1e-5)
    assert figure.points[4].bound == part
    assert figure.points[5].bound == run.epsilon
    assert figure.here == (6, run.epsilon.upper)
    assert len(run_figure(figured(10_000 * FIRST), "steps").points) == 10


def test_epsilon_over_noise_is_that_of_scaled_noise(run: FiguredRun) -> None:
    figure = run_figure(run, "noise")
    assert [point.x for point in figure.points] == list(NOISE_FACTORS)
    assert figure.points[0].bound == account(with_noise(run.program, 0.5), AddRemove(), rtol=0.05).epsilon(1e-5)
    assert figure.points[0].text.startswith("noise times 0.5: ε at most ")
    one = run_figure(figured(3 * FIRST), "noise")
    assert (one.points[-1].x, one.here) == (2.0, (1.0, figured(3 * FIRST).epsilon.upper))


def test_what_cannot_be_asked_carries_its_reason() -> None:
    run = responses()
    assert run_figure(run, "noise").points == ()
    assert "nothing to vary" in run_figure(run, "noise").summary
    groups = run_figure(run, "group-size")
    assert [point.x for point in groups.points] == list(GROUPS)
    assert [point.bound is None for point in groups.points] == [False] * 4 + [True] * 4
    assert groups.points[-1].text == "8 records: group_size must be at most dataset_size = 4, got 8"
    assert run_figure(run, "profile").here is None


def test_a_larger_group_is_drawn_too_and_nothing_ran_is_drawn_empty() -> None:
    run = figured(1 * FIRST, AddRemove(11))
    assert run_figure(run, "group-size").points[-1].x == 11
    empty = figured(Program())
    assert run_figure(empty, "steps").points == ()
    assert run_figure(empty, "group-size").here is None
    assert run_figure(replace(run, delta=0.0, epsilon=run.answer.epsilon(0.0)), "group-size").here is None


def test_where_the_ends_are_apart_fewer_points_are_drawn_and_all_of_them_hold() -> None:
    run = figured(8 * Step(Gaussian(1.5), WithReplacement(100, 10)), Substitute(3))
    assert run.is_apart
    assert run.rtol == 0.05
    groups = run_figure(run, "group-size")
    assert [point.x for point in groups.points] == sorted({*FEW_GROUPS, 3})
    close = run.answer.profile([point.x for point in run_figure(run, "profile").points])
    for point, bound in zip(run_figure(run, "profile").points, close, strict=True):
        assert point.bound is not None
        assert point.bound.lower <= bound.upper
        assert point.bound.upper >= bound.lower
    assert len(run_figure(run, "steps").points) == 4
    assert [point.x for point in run_figure(run, "noise").points] == [0.75, 1.5, 3.0]
