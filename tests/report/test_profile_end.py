from __future__ import annotations

from tightdp.accounting import Step, account
from tightdp.mechanisms import EpsilonDelta, Gaussian, Laplace
from tightdp.relations import AddRemove
from tightdp.report.profile_end import profile_end
from tightdp.schemes import FullBatch, Poisson


def test_the_end_is_where_delta_is_small() -> None:
    answer = account(100 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove(), rtol=1e-2)
    assert answer.epsilon(1e-9).upper <= profile_end(answer) <= 2.0 * answer.epsilon(1e-9).upper
    assert profile_end(account(Step(Laplace(2.0), FullBatch()), AddRemove())) == 0.5


def test_a_profile_that_ends_before_it_starts_is_one_nat_long() -> None:
    answer = account(Step(EpsilonDelta(0.0, 0.5), FullBatch()), AddRemove())
    assert (profile_end(answer), profile_end(answer, 3.0)) == (1.0, 4.0)
