from __future__ import annotations

import pytest

from calibration.runs import ONE
from tightdp import (
    Budget,
    CannotAnswer,
    Gaussian,
    Poisson,
    Program,
    Step,
    Substitute,
    WithoutReplacement,
    account,
    largest_batch_size,
)
from twins.bisection import counted


def fixed(size: int) -> Program:
    return 5 * Step(Gaussian(3.0), WithoutReplacement(30, size))


def test_trying_all_agrees() -> None:
    target = Budget(1.5, 1e-5)
    found = largest_batch_size(fixed, Substitute(), target, dataset_size=30)
    assert found.value == counted(lambda m: target.is_met_by(account(fixed(m), Substitute())), 30)
    assert 1 < found.value < 30
    assert found.beyond == found.value + 1


def test_an_expected_batch_size() -> None:
    found = largest_batch_size(
        lambda m: 100 * Step(Gaussian(1.0), Poisson(m / 5000)), ONE, Budget(1.0, 1e-5), dataset_size=5000
    )
    assert found.value == 69


def test_batches_that_have_no_bound_are_passed_over() -> None:
    """Removal leaves a data set of one record less, too small for a batch of all."""
    found = largest_batch_size(fixed, ONE, Budget(50.0, 1e-5), dataset_size=30)
    assert (found.value, found.beyond) == (29, 30)


def test_not_even_one_record() -> None:
    with pytest.raises(CannotAnswer, match="at batch size 1, the closest of the values"):
        largest_batch_size(fixed, Substitute(), Budget(1e-2, 1e-9), dataset_size=30)
