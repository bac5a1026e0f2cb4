from __future__ import annotations

import pytest

from report.figured_runs import FIRST, RESPONSE, SECOND
from tightdp.accounting import Program, Step
from tightdp.mechanisms import Gaussian, Laplace, Together
from tightdp.relations import Insert
from tightdp.report.run_variants import first_steps, noise_levels, with_group, with_noise
from tightdp.schemes import FullBatch, Poisson

RUN = 4 * FIRST + 2 * SECOND


@pytest.mark.parametrize(("count", "program"), [(0, Program()), (3, 3 * FIRST), (5, 4 * FIRST + SECOND), (6, RUN)])
def test_the_first_steps_are_taken_phase_by_phase(count: int, program: Program) -> None:
    assert first_steps(RUN, count) == program


def test_groups_have_the_same_relation() -> None:
    assert with_group(Insert(1), 3) == Insert(3)


def test_all_noise_is_scaled_and_nothing_else() -> None:
    both = Step(Together((Gaussian(1.0), Laplace(3.0))), FullBatch())
    assert (
        with_noise(RUN + RESPONSE, 2.0)
        == 4 * Step(Gaussian(2.0), Poisson(0.01)) + 2 * Step(Laplace(8.0), FullBatch()) + RESPONSE
    )
    assert with_noise(1 * both, 0.5) == 1 * Step(Together((Gaussian(0.5), Laplace(1.5))), FullBatch())
    assert noise_levels(RUN) == {1.0, 4.0}
    assert noise_levels(1 * both) == {1.0, 3.0}
    assert noise_levels(1 * RESPONSE + Step(Gaussian(0.0), FullBatch())) == frozenset()
