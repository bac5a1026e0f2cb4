"""What reports should say, in people's own words: who, what, how, and what not."""

from __future__ import annotations

import json

from cases.runs import ONE, plain, sampled
from tightdp import TrainingPlan, account, privacy_statement, risk


def test_j3_what_it_means_for_an_attacker() -> None:
    found = risk(account(plain(1.0, 1), ONE), 1e-5)
    assert abs(found.advantage.upper - 0.382925) <= 5e-7
    assert "by at most 0.3830" in str(found)


def test_j6_a_report_with_its_assumptions_in_three_forms() -> None:
    made = privacy_statement(account(sampled(0.01, 1.0, 1000), ONE), 1e-5)
    for form in (made.text, made.markdown, made.to_json()):
        for words in (
            "add-remove, group size 1",  # neighbours and unit
            "whether one record is there",
            "on Poisson(rate=0.01)",  # sampling
            "1000 releases",  # rounds
            "noise multiplier is the standard deviation",  # noise
            "delta = 1e-05",
            "epsilon is at most 1.8",
            "the exact value is at least 1.8",
            "composing privacy losses",  # method
            "tightdp 0.",  # version
        ):
            assert words in form
    assert json.loads(made.to_json())["epsilon"]["upper"] >= 1.8282


def test_j6_a_report_of_a_plan_has_the_numbers_of_its_loop() -> None:
    made = TrainingPlan(
        dataset_size=60_000,
        batch_size=64,
        gradient_accumulation=4,
        epochs=3,
        drop_last=True,
        records_per_user=2,
        records_per_clip=4,
        sampling="poisson",
        neighbours="add-remove",
        noise_multiplier=2.0,
        delta=1e-5,
    )
    said = privacy_statement(made.account(), 1e-5, reasons=made.reasons, assumptions=made.assumptions)
    for form in (said.text, said.markdown, said.to_json()):
        for words in (
            "batch 256 = 64 x 4 accumulated",
            "= 256 / 60000, independently",
            "= 3 epochs x 234 updates",
            "noise multiplier 1 = 2 / 2: clipping a mean of records",
            "group size 2: records of one user",
            "no user has more than 2 records; the caller must enforce it",
        ):
            assert words in form


def test_i5_selection_among_runs_is_named() -> None:
    made = privacy_statement(account(plain(1.0, 1), ONE), 1e-5, selected_among=40)
    assert "selection among 40 runs is not accounted" in made.text


def test_k1_k2_what_is_outside_the_accountant() -> None:
    text = privacy_statement(account(plain(1.0, 1), ONE), 1e-5).text
    assert "a divisor, rate or number of steps computed from the private data" in text
    assert "gaps of floating point are not accounted" in text
    assert "drawn from good randomness, and stays secret" in text
