from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from planning.plans import POISSON
from tightdp.errors import InvalidInput
from tightdp.planning.plan_inputs import check_plan, one_of


def test_a_word_that_is_not_in_the_list() -> None:
    one_of("word", "a", ("a", "b"))
    with pytest.raises(InvalidInput, match=r"word must be one of a, b, got 'c'"):
        one_of("word", "c", ("a", "b"))


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"sampling": "random"}, "sampling must be one of poisson, without-replacement, "),
        ({"neighbours": "insert"}, "neighbours must be one of add-remove, substitute"),
        ({"divisor": "n"}, "divisor must be one of public, dataset-size"),
        ({"dataset_size": 0}, "dataset_size must be a whole number >= 1"),
        ({"batch_size": 0}, "batch_size must be a whole number >= 1"),
        ({"epochs": 1.5}, "epochs must be a whole number >= 1"),
        ({"workers": True}, "workers must be a whole number >= 1"),
        ({"noise_multiplier": -1.0}, "noise_multiplier must be a finite number >= 0"),
        ({"delta": 1.0}, r"delta must be in \[0, 1\)"),
        ({"target_epsilon": float("nan")}, "target_epsilon must be a number >= 0"),
        ({"drop_last": 1}, "drop_last must be True or False"),
        ({"secret_batches": "yes"}, "secret_batches must be True or False"),
        ({"batch_size": None}, "must be given one of the two, not both"),
        ({"users_per_round": 3}, "must be given one of the two, not both"),
        ({"updates": 3}, "epochs and updates must be given one of the two"),
        ({"epochs": None}, "epochs and updates must be given one of the two"),
        ({"sampling": "full-batch"}, "batch_size must be left out for full batches"),
        (
            {"batch_size": None, "users_per_round": 2, "records_per_user": 3},
            "records_per_user must be left out with users_per_round.*a user is the unit",
        ),
        ({"batch_size": None, "users_per_round": 2}, "epochs must be left out with users_per_round.*rounds as updates"),
        (
            {"batch_size": 10_000, "workers": 3, "gradient_accumulation": 2},
            r"a batch of at most dataset_size = 50000 in all, got 60000. It is 10000 x 2 accumulated x 3 workers",
        ),
        (
            {"batch_size": 512},
            r"since the batches do not divide the data, got None. It makes 980 updates with .*, 970 without",
        ),
        (
            {"batch_size": 512, "sampling": "shuffled", "epochs": None, "updates": 5},
            "since the batches do not divide the data.* It makes 98 batches in an epoch, or 97",
        ),
        (
            {"sampling": "without-replacement", "largest_rate": 0.1},
            "largest_rate must be left out unless sampling is 'poisson'.*no proven bound here",
        ),
        ({"largest_rate": 0.001}, "largest_rate must be at least the mean rate 0.01"),
        ({"largest_rate": 1.5}, r"largest_rate must be in \[0, 1\]"),
    ],
)
def test_plans_that_cannot_be(changes: dict[str, Any], match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        replace(POISSON, **changes)


def test_a_plan_that_can_be() -> None:
    check_plan(POISSON)
    check_plan(replace(POISSON, sampling="with-replacement", batch_size=60_000))
    check_plan(replace(POISSON, batch_size=512, epochs=None, updates=5))
