from __future__ import annotations

import pytest

from tightdp import AddRemove, CannotAnswer, FullBatch, Poisson, Substitute, WithoutReplacement
from tightdp.baselines.classical_conditions import fixed_size, one_record, poisson_rate


def test_what_fits_is_read() -> None:
    one_record("it", AddRemove())
    assert poisson_rate("it", Poisson(0.25), AddRemove()) == 0.25
    assert fixed_size("it", WithoutReplacement(10, 3), Substitute()) == (10, 3)


def test_what_does_not_is_refused() -> None:
    with pytest.raises(CannotAnswer, match="it is proven for one record, not for groups of 2"):
        one_record("it", AddRemove(2))
    with pytest.raises(
        CannotAnswer, match=r"it is proven for Poisson sampling, not for full-batch\. Instead: the default route"
    ):
        poisson_rate("it", FullBatch(), AddRemove())
    with pytest.raises(
        CannotAnswer,
        match=r"it is proven for records that come or go, not for substitution\. Instead: the relation add-remove, or",
    ):
        poisson_rate("it", Poisson(0.1), Substitute())
    with pytest.raises(CannotAnswer, match="it is proven for sampling without replacement, not for poisson"):
        fixed_size("it", Poisson(0.1), Substitute())
    with pytest.raises(
        CannotAnswer, match=r"it is proven for substitution, not for add-remove\. Instead: the relation substitute, or"
    ):
        fixed_size("it", WithoutReplacement(10, 3), AddRemove())
