from __future__ import annotations

from typing import Any

import pytest

from calibration.runs import ONE, STEP, plain
from tightdp import (
    AddRemove,
    Answer,
    Budget,
    CannotAnswer,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    InvalidInput,
    Poisson,
    Program,
    Step,
    Substitute,
    account,
    least_noise,
)
from tightdp.calibration.calibrate import calibrate
from tightdp.calibration.unknown import real_unknown


def test_a_target_is_a_target() -> None:
    nonsense: Any = (1.0, 1e-5)
    with pytest.raises(InvalidInput, match=r"target must be a target, such as Budget\("):
        least_noise(plain, ONE, nonsense)


def test_what_is_reachable_is_said() -> None:
    """All the noise in the world in one part does not mend the other one."""
    rest = 1000 * STEP
    with pytest.raises(CannotAnswer, match=r"epsilon <= 1 at delta 1e-05 by choice of the noise level") as caught:
        least_noise(lambda sigma: plain(sigma) + rest, ONE, Budget(1.0, 1e-5))
    reached = float(caught.value.reason.rpartition(" ")[2])
    assert reached == pytest.approx(account(rest, ONE).epsilon(1e-5).upper, rel=1e-3)
    assert caught.value.instead == (
        "a target within reach, or fewer steps, smaller rates or more noise in the parts that stay as they are"
    )


def test_mass_that_no_epsilon_protects() -> None:
    rest = Step(EpsilonDelta(1.0, 1e-4), FullBatch())
    match = "no epsilon protects an event of probability 0.0001, and delta cannot go below that"
    with pytest.raises(CannotAnswer, match=match):
        least_noise(lambda sigma: plain(sigma) + rest, ONE, Budget(2.0, 1e-5))
    with pytest.raises(CannotAnswer, match="the loss has no largest value, so that delta must be positive"):
        least_noise(plain, ONE, Budget(2.0, 0.0))


def test_a_question_without_any_bound_stays_refused() -> None:
    box = EpsilonDelta(1.0, unit="substitute")
    with pytest.raises(CannotAnswer, match="a fixed-size scheme"):
        least_noise(lambda sigma: plain(sigma) + Step(box, Poisson(0.1)), Substitute(), Budget(1.0, 1e-5))


def test_values_without_a_bound_count_as_missing_the_target() -> None:
    def answer_at(value: float) -> Answer:
        if value < 10.0:
            raise CannotAnswer("small noise", "it is refused here", "more")
        return account(Step(Gaussian(value), FullBatch()), AddRemove())

    unknown = real_unknown("noise level", (1.0, 100.0), 1e-6, start=1.0, falls=True, remedy="nothing")
    found = calibrate(unknown, answer_at, Budget(5.0, 1e-5))
    assert found.value == pytest.approx(10.0, rel=1e-6)
    assert found.value >= 10.0


def test_targets_next_to_the_end_of_digits() -> None:
    """Reached long before noise is so large that nothing is certified any more, or said to be out of reach."""

    def run(noise: float) -> Program:
        return 10**6 * Step(Gaussian(noise), Poisson(0.01))

    assert least_noise(run, ONE, Budget(1e-4, 1e-200)).value == pytest.approx(2.96723e6, rel=1e-3)
    with pytest.raises(CannotAnswer, match="the closest of the values looked at, delta is") as caught:
        least_noise(run, ONE, Budget(0.0, 1e-30))
    assert float(caught.value.reason.rpartition(" ")[2]) < 1e-5
