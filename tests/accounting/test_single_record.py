from __future__ import annotations

import pytest

from tightdp import AddRemove, CannotAnswer, Gaussian, Poisson, Remove, Step, Substitute, WithoutReplacement
from tightdp.accounting.single_record import single_record
from tightdp.schemes import WithReplacement


def scheme_after(scheme: object, relation: object) -> object:
    program, _ = single_record(7 * Step(Gaussian(1.0), scheme), relation)  # type: ignore[arg-type]
    ((step, count),) = program.parts
    assert count == 7
    return step.scheme


def test_the_relation_is_about_one_record() -> None:
    assert single_record(1 * Step(Gaussian(1.0), Poisson(0.1)), AddRemove(5))[1] == AddRemove(1)
    assert single_record(1 * Step(Gaussian(1.0), Poisson(0.1)), Substitute(5))[1] == Substitute(1)


def test_fixed_size_batches_of_a_chain_come_from_smaller_data_sets() -> None:
    assert scheme_after(Poisson(0.1), Remove(3)) == Poisson(0.1)
    assert scheme_after(WithoutReplacement(100, 10), Remove(3)) == WithoutReplacement(98, 10)
    assert scheme_after(WithReplacement(100, 10), AddRemove(3)) == WithReplacement(98, 10)
    assert scheme_after(WithoutReplacement(100, 10), Substitute(3)) == WithoutReplacement(100, 10)
    assert scheme_after(WithoutReplacement(100, 10), Remove()) == WithoutReplacement(100, 10)


def test_a_data_set_without_batches_is_refused() -> None:
    with pytest.raises(
        CannotAnswer,
        match=r"the last of 3 records leaves a data set without such batches\. Instead: a smaller group",
    ):
        scheme_after(WithoutReplacement(12, 10), Remove(3))
