"""Every number lies between the ends, and the ends are close."""

from __future__ import annotations

import math
import time
from dataclasses import replace
from itertools import pairwise

import pytest

from cases.runs import BOX, EPSILONS, ONE, plain, sampled
from tightdp import (
    Bound,
    CannotAnswer,
    DisjointParts,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    InvalidInput,
    Laplace,
    Poisson,
    Program,
    RandomAllocation,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    Together,
    WithoutReplacement,
    WithReplacement,
    account,
    noise_multiplier_of,
    renyi_account,
)
from tightdp.relations import AddRemove, Change


@pytest.mark.parametrize("name", EPSILONS)
def test_the_value_lies_between_the_ends(name: str) -> None:
    program, relation, delta, value, slack = EPSILONS[name]
    bound = account(program, relation).epsilon(delta)
    assert bound.lower - slack <= value <= bound.upper + slack
    assert bound.upper >= value - max(slack, 1e-6)
    assert bound.upper - bound.lower <= 1e-3 * bound.upper + 1e-13
    assert bound.upper <= value * 1.01 + slack


def test_a15_delta_zero_is_never_finite_for_gaussian_noise() -> None:
    assert account(plain(1.0, 1), ONE).epsilon(0.0).lower == math.inf


def test_a14_the_total_variation_that_makes_epsilon_zero() -> None:
    bound = account(sampled(0.01, 1.0, 10), ONE).delta(0.0)
    assert bound.lower <= 0.0150929 + 5e-8
    assert bound.upper >= 0.0150929 - 5e-8


@pytest.mark.parametrize("epsilon", [0.0, 1e-9])
def test_a19_ten_copies_of_a_tiny_mechanism(epsilon: float) -> None:
    bound = account(10 * Step(EpsilonDelta(epsilon, 1e-6), FullBatch()), ONE).delta(0.0)
    exact = 1.0 - (1.0 - 1e-6) ** 10
    assert bound.lower <= exact * (1.0 + 1e-9) + 1e-8 * (epsilon > 0.0)
    assert bound.upper >= exact * (1.0 - 1e-9)
    assert bound.upper <= exact + 1e-8


def test_a21_no_step_protects_everything() -> None:
    assert [bound.upper for bound in account(sampled(0.01, 1.0, 0), ONE).profile([0.0, 1.0, 10.0])] == [0.0] * 3


@pytest.mark.parametrize("noises", [[1e-3, 1e-2, 0.1, 0.3, 1.0, 3.0, 10.0, 100.0, 1e3, 1e4]])
def test_a22_more_noise_is_never_worse(noises: list[float]) -> None:
    uppers = [account(sampled(0.01, noise, 100), ONE).epsilon(1e-5).upper for noise in noises]
    assert all(b <= a * 1.001 for a, b in pairwise(uppers))


def test_c6_the_textbook_formula_breaks_its_promise() -> None:
    assert account(plain(0.48448, 1), ONE).delta(10.0).lower == pytest.approx(2.265e-5, rel=1e-3)
    assert account(plain(0.4998886, 1), ONE).delta(10.0).upper == pytest.approx(1e-5, rel=1e-5)


def test_d1_an_answer_carries_how_its_batches_were_drawn() -> None:
    answer = account(sampled(0.01, 1.0, 1000), ONE)
    assert [step.scheme for step, _ in answer.program.parts] == [Poisson(0.01)]


def test_d6_fixed_size_replace_one() -> None:
    bound = account(1000 * Step(Gaussian(1.0), WithoutReplacement(10_000, 100)), Substitute()).epsilon(1e-5)
    assert 13.35 <= bound.lower <= 13.37
    assert 13.36 <= bound.upper <= 20.99


def test_d7_three_samplings_are_three_numbers() -> None:
    fixed = WithoutReplacement(10_000, 100)
    values = {
        account(1000 * Step(Gaussian(2.0), Poisson(0.01)), ONE).epsilon(1e-5).upper,
        account(1000 * Step(Gaussian(2.0), fixed), ONE).epsilon(1e-5).upper,
        account(1000 * Step(Gaussian(2.0), fixed), Substitute()).epsilon(1e-5).upper,
    }
    assert len(values) == 3


def test_d9_with_replacement_a_record_can_come_more_than_once() -> None:
    law = WithReplacement(1000, 100).law(Change(substituted=1))
    assert 1.0 - law.p[0] == pytest.approx(0.0952079, abs=5e-8)
    assert law.p[2] > 0.0
    step = Step(Gaussian(2.0), WithReplacement(1000, 100))
    without = Step(Gaussian(2.0), WithoutReplacement(1000, 100))
    assert account(step, Remove()).delta(1.0).lower > account(without, Remove()).delta(1.0).upper


def test_d12_each_record_in_one_of_a_hundred_steps() -> None:
    """Simulation found 1.664 to 1.740; Poisson batches of the same average size lose 1.82824."""
    bound = account(10 * Step(Gaussian(1.0), RandomAllocation(updates=100)), ONE).epsilon(1e-5)
    assert 1.664 <= bound.lower <= bound.upper <= 1.740
    assert bound.relative_gap <= 2e-3
    several = account(10 * Step(Gaussian(1.0), RandomAllocation(updates=100, participations=2)), ONE).epsilon(1e-5)
    assert bound.upper < several.lower < several.upper < 2.5 * bound.upper


def test_d10_two_releases_from_one_sample_are_said_to_be_so() -> None:
    """Two steps are two fresh samples; the same sample is one step of both releases, and costs more."""
    box, scheme = EpsilonDelta(1.0), Poisson(0.1)
    same = account(Step(Together((box, box)), scheme), ONE).epsilon(0.0)
    fresh = account(2 * Step(box, scheme), ONE).epsilon(0.0)
    assert same.upper == pytest.approx(math.log1p(0.1 * math.expm1(2.0)), rel=1e-12)
    assert (same.upper, fresh.upper) == pytest.approx((0.494029, 0.317130), abs=1e-6)


def test_e7_a_guarantee_of_another_relation_is_refused() -> None:
    replaced = Step(EpsilonDelta(1.0, unit="substitute"), FullBatch())
    with pytest.raises(CannotAnswer, match="state the guarantee under add-remove"):
        account(sampled(0.01, 1.0, 500) + replaced, ONE)
    answers = [account(plain(5.0, 10), relation) for relation in (ONE, Substitute())]
    with pytest.raises(InvalidInput, match="answers must be under the same relation"):
        DisjointParts(tuple(answers))


def test_e1_no_accountant_forgets_the_factor_two() -> None:
    """The Rényi accountant is looser than the exact value under replacement, never below it."""
    once = renyi_account(plain(1.0, 1), Substitute()).epsilon(1e-5)
    fixed = renyi_account(1000 * Step(Gaussian(1.0), WithoutReplacement(10_000, 100)), Substitute()).epsilon(1e-5)
    assert once.upper >= 9.997256 - 1e-6
    assert 13.36 <= fixed.upper <= 20.99


def test_f1_records_that_come_and_go_together_are_another_mechanism() -> None:
    together = account(sampled(0.01, 1.0 / 4.0, 1000), ONE).epsilon(1e-5)
    assert together.lower - 0.05 <= 121.6 <= together.upper + 0.05


def test_f1_shortcuts_for_groups_promise_too_much() -> None:
    one = account(sampled(0.01, 1.0, 1000), ONE).epsilon(1e-5)
    four = account(sampled(0.01, 1.0, 1000), AddRemove(4)).epsilon(1e-5)
    assert four.lower > 4.0 * one.upper
    assert four.lower > account(sampled(0.04, 1.0, 1000), ONE).epsilon(1e-5).upper
    assert four.upper < 12.29


def test_f2_the_direction_with_one_record_in_and_one_out() -> None:
    """It is Poisson's replacement of one record, and costs more than either change alone."""
    run = sampled(0.01, 1.0, 1000)
    both = account(run, AddRemove(2))
    (mixed,) = (one for one in both.directions if one.reason.change == Change(removed=1, inserted=1))
    found = replace(both, directions=(mixed,)).epsilon(1e-5)
    replaced = account(run, Substitute()).epsilon(1e-5)
    assert found.lower <= replaced.upper
    assert replaced.lower <= found.upper
    assert found.upper <= replaced.upper * (1.0 + 1e-3)
    assert found.lower >= account(run, ONE).epsilon(1e-5).upper
    assert found.lower - 2e-4 <= 2.8434 <= found.upper + 2e-4


def test_f2_one_record_in_and_one_out() -> None:
    """Between a single change and a replacement of the same size: here it is the replacement."""
    both = account(sampled(0.01, 1.0, 1000), AddRemove(2)).epsilon(1e-5)
    assert both.lower >= account(sampled(0.01, 1.0, 1000), ONE).epsilon(1e-5).lower
    assert both.upper >= account(sampled(0.01, 1.0, 1000), Substitute()).epsilon(1e-5).lower


def between(bound: Bound, value: float, slack: float) -> bool:
    return bound.lower - slack <= value <= bound.upper + slack


def test_f5_disjoint_clients_do_not_add_up() -> None:
    client = account(sampled(0.01, 1.0, 1000), ONE)
    assert between(DisjointParts((client, client)).epsilon(1e-5), 1.82824, 2e-4)
    rounds = sampled(0.01, 1.0, 500) + sampled(0.01, 1.0, 500)
    assert between(account(rounds, ONE).epsilon(1e-5), 1.82824, 2e-4)


def test_g9_events_that_come_one_by_one() -> None:
    """A hundred thousand of them take about a second, and give the number of one event with a count."""
    step, began = Step(Gaussian(1.0), Poisson(0.004)), time.process_time()
    run = Program()
    for _ in range(100_000):
        run += step
    assert time.process_time() - began < 4.0
    assert run.parts == ((step, 100_000),)
    assert account(run, ONE).epsilon(1e-5) == account(100_000 * step, ONE).epsilon(1e-5)


def test_g9_many_equal_steps_are_one_step_with_a_count() -> None:
    step = Step(Gaussian(1.0), Poisson(0.004))
    assert sum([step] * 1000, 0 * step) == 1000 * step


def test_h3_a_thousand_questions_have_one_answer() -> None:
    answer = account(sampled(0.01, 1.0, 100), ONE)
    first = answer.epsilon(1e-5), answer.delta(1.0)
    assert {(answer.epsilon(1e-5).lower, answer.epsilon(1e-5).upper) for _ in range(490)} == {
        (first[0].lower, first[0].upper)
    }
    assert {answer.delta(1.0).upper for _ in range(20)} == {first[1].upper}
    assert account(sampled(0.01, 1.0, 100), ONE).epsilon(1e-5) == first[0]


def test_h6_black_boxes_beside_noise() -> None:
    boxes, noise = 30 * Step(BOX, FullBatch()), plain(5.0, 10) + Step(Laplace(10.0), FullBatch())
    mixed, alone = account(boxes + noise, ONE).epsilon(1e-4), account(boxes, ONE).epsilon(0.5e-4)
    beside = account(noise, ONE).epsilon(0.5e-4)
    assert account(boxes, ONE).epsilon(1e-4).upper < mixed.lower
    assert mixed.upper < alone.upper + beside.upper
    assert mixed.upper - mixed.lower <= 1e-3 * mixed.upper


def test_h9_the_largest_of_disjoint_parts() -> None:
    answers = [account(Step(EpsilonDelta(epsilon), FullBatch()), ONE) for epsilon in (0.3, 0.5)]
    assert DisjointParts(tuple(answers)).epsilon(0.0) == Bound(0.5, 0.5)


def test_i4_a_sensitivity_of_ones_own() -> None:
    """Of correlated noise, say: one release with sensitivity sqrt(20) and noise sqrt(2)."""
    z = noise_multiplier_of(20**0.5, std_on_sum=2**0.5)
    assert between(account(plain(z, 1), ONE).epsilon(1e-5), 17.856587, 1e-5)


def test_h6_black_boxes_that_are_out_of_luck() -> None:
    assert account(30 * Step(BOX, FullBatch()), ONE).epsilon(2e-5).lower == math.inf


def test_i2_a_subsampled_report() -> None:
    step = Step(RandomizedResponse.from_noise(0.5, 4), Poisson(0.1))
    assert account(step, ONE).epsilon(0.0).upper == pytest.approx(math.log(1.4), rel=1e-12)


def test_j3_the_best_advantage_of_an_attacker() -> None:
    assert account(plain(1.0, 1), ONE).delta(0.0).upper == pytest.approx(0.382925, abs=5e-7)


def test_a_black_box_that_cannot_lose_records() -> None:
    step = Step(EpsilonDelta(1.0, unit="substitute"), Poisson(0.1))
    with pytest.raises(CannotAnswer, match="a fixed-size scheme"):
        account(step, Substitute())


def test_pure_epsilon_of_sampled_laplace_noise() -> None:
    bound = account(10 * Step(Laplace(1.0), Poisson(0.1)), ONE).epsilon(0.0)
    assert bound.upper == pytest.approx(10 * math.log1p(0.1 * math.expm1(1.0)), rel=1e-12)
