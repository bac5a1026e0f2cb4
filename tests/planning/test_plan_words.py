from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from planning.plans import POISSON
from tightdp.planning.plan_words import plan_assumptions, plan_reasons


def test_each_number_has_its_reason() -> None:
    assert plan_reasons(POISSON) == (
        "batch 500",
        "rate 0.01 = 500 / 50000, independently",
        "steps 1000 = 10 epochs x 100 updates",
        "group size 1: record is the unit",
    )


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"workers": 2}, "batch 1000 = 500 x 1 accumulated x 2 workers: noise is added once to all of it"),
        ({"secret_batches": False}, "rate 1: who is in a batch is not secret, so nothing is gained from sampling"),
        ({"sampling": "shuffled"}, "no rate: a shuffled data set cut into batches is not sampled afresh in each step"),
        ({"sampling": "without-replacement"}, "rate 0.01 = 500 / 50000, every batch of that size alike"),
        ({"largest_rate": 0.5}, "rate 0.5: that of the record drawn most often, where the mean is 500 / 50000"),
        (
            {"sampling": "with-replacement", "dataset_size": 1000, "batch_size": 100},
            "rate 0.0952079 = 1 - (1 - 1/1000)^100: drawn at least once; repeated draws count as they are",
        ),
        ({"epochs": None, "updates": 7}, "steps 7: as many noisy releases as updates"),
        (
            {"batch_size": 512, "drop_last": False},
            "steps 980 = 10 epochs x 98 updates; the last, incomplete batch of an epoch is kept (otherwise 970)",
        ),
        (
            {"records_per_clip": 4},
            "noise multiplier 0.5 = 1 / 2: clipping a mean of records lets one of them move it by twice the clip norm",
        ),
        ({"records_per_user": 4}, "group size 4: records of one user"),
        ({"sampling": "full-batch", "batch_size": None}, "rate 1: every record is in every batch"),
        (
            {"batch_size": None, "users_per_round": 20, "epochs": None, "updates": 7},
            "batch 20: users of a round; all records of a user are in or out together",
        ),
    ],
)
def test_reasons_of_other_plans(changes: dict[str, Any], sentence: str) -> None:
    assert sentence in plan_reasons(replace(POISSON, **changes))


def test_what_is_taken_for_granted() -> None:
    small = replace(POISSON, dataset_size=100, batch_size=4, workers=2, records_per_user=3, drop_last=True)
    words = " | ".join(plan_assumptions(replace(small, workers=1)))
    assert "an empty batch (probability 0.0168703) gets its noise and counts as a step" in words  # G6
    assert "divided by a public constant, not by the size that a batch happened to have" in words  # G8
    assert "no user has more than 3 records; the caller must enforce it" in words  # F3
    assert "stays secret" in words
    assert "each draws from its own part of the data" in " ".join(plan_assumptions(small))


def test_other_plans_take_other_things_for_granted() -> None:
    federated = replace(POISSON, batch_size=None, users_per_round=5, epochs=None, updates=3)
    assert plan_assumptions(federated)[0].startswith("each user's contribution is clipped")
    microbatches = replace(POISSON, records_per_clip=4, neighbours="substitute")
    assert plan_assumptions(microbatches)[0].startswith("the mean of each small group")
    assert "the number of records is public" in plan_assumptions(microbatches)
    fixed = plan_assumptions(replace(POISSON, sampling="without-replacement"))
    assert not any("an empty batch" in sentence for sentence in fixed)
    rare = " | ".join(plan_assumptions(replace(POISSON, dataset_size=1_000_000, batch_size=100_000)))
    assert "an empty batch (probability below 1e-100) gets its noise" in rare
    shuffled = plan_assumptions(replace(POISSON, sampling="shuffled"))
    assert not any("afresh as said" in sentence for sentence in shuffled)
    several = replace(POISSON, batch_size=5, gradient_accumulation=10, workers=2, sampling="without-replacement")
    words = " | ".join(plan_assumptions(replace(several, epochs=None, updates=3)))
    assert "adds up is cut out of one draw" in words
    assert "workers share one draw, so no record is drawn twice" in words
    full = replace(POISSON, sampling="full-batch", batch_size=None)
    assert not any("batch is drawn" in sentence for sentence in plan_assumptions(full))
