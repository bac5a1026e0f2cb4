from __future__ import annotations

import pytest

from calibration.runs import plain, sampled
from tightdp import Budget, CannotAnswer, Substitute, account, largest_group
from tightdp.relations import AddRemove
from twins.bisection import counted


def test_trying_all_agrees() -> None:
    target = Budget(2.0, 1e-5)
    found = largest_group(sampled(1.2), AddRemove, target)
    assert found.value == counted(lambda k: target.is_met_by(account(sampled(1.2), AddRemove(k))), 10)
    assert found.answer.relation == AddRemove(int(found.value))


def test_a_release_of_everything_scales_with_the_group() -> None:
    """G(10 / k) has epsilon 1 at delta 1e-5 for k = 10 / 3.7306."""
    assert largest_group(plain(10.0), AddRemove, Budget(1.0, 1e-5)).value == 2
    assert largest_group(plain(10.0), Substitute, Budget(1.0, 1e-5)).value == 1
    assert largest_group(plain(100.0), AddRemove, Budget(1.0, 1e-5), most=5).is_limited


def test_not_even_one_record() -> None:
    with pytest.raises(CannotAnswer, match="at group size 1, the closest of the values looked at"):
        largest_group(plain(1.0), AddRemove, Budget(1.0, 1e-5))
