from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from tightdp import AddRemove, FullBatch, Laplace, Step, account
from tightdp.auditing.audit_result import AuditResult
from tightdp.auditing.threshold_test import ThresholdTest

RESULT = AuditResult(
    delta=0.01,
    confidence=0.95,
    runs=1000,
    counted=700,
    false_negatives=350,
    false_positives=7,
    test=ThresholdTest(1.25, above=True, mirrored=False),
    direction="1 removed, 0 inserted",
    batches="scheme",
    seed=4,
)


def test_epsilon_is_that_of_the_upper_ends() -> None:
    negative, positive = RESULT.false_negative_upper, RESULT.false_positive_upper
    assert RESULT.false_negative_rate == 0.5 < negative < 0.55
    assert RESULT.false_positive_rate == 0.01 < positive < 0.025
    assert math.log((0.99 - negative) / positive) == pytest.approx(RESULT.epsilon)


def test_more_confidence_shows_less() -> None:
    assert 0.0 < replace(RESULT, confidence=0.999).epsilon < RESULT.epsilon


def test_errors_everywhere_show_nothing() -> None:
    assert replace(RESULT, false_negatives=700).epsilon == 0.0
    assert replace(RESULT, false_positives=700).epsilon == 0.0


def test_a_claim_is_an_answer_or_a_number() -> None:
    answer = account(Step(Laplace(1.0), FullBatch()), AddRemove())
    verdict = RESULT.consistent_with(answer)
    assert not verdict
    assert verdict.claimed == answer.epsilon(0.01).upper
    assert verdict.chance == RESULT.chance(verdict.claimed) < 1e-9
    assert RESULT.consistent_with(4.0)


def test_it_is_ready_for_json() -> None:
    record = json.loads(json.dumps(RESULT.as_dict()))
    assert record["epsilon"] == {"lower": RESULT.epsilon}
    assert record["false_positives"] == 7
    assert record["false_positive_rate"] == {"seen": 0.01, "upper": RESULT.false_positive_upper}
    assert (record["threshold"], record["says_x"], record["seed"]) == (1.25, "at and above", 4)
