"""The search that all calibrations share."""

from __future__ import annotations

import math
from collections.abc import Callable

from tightdp.accounting import Answer
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.calibrated import Calibrated
from tightdp.calibration.crossing import Crossing, crossing
from tightdp.calibration.unknown import Unknown
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.bound import Bound


def calibrate(unknown: Unknown, answer_at: Callable[[float], Answer], target: AbstractTarget) -> Calibrated:
    """The least private value of an unknown whose certified end meets a target.

    The search looks at certified ends only, and what it returns was itself accounted: the value meets the target
    whether or not the loss moves one way with the unknown. That nothing less private meets it needs monotony.
    Values without a proven bound count as missing the target.

    Parameters
    ----------
    unknown
        What is looked for.
    answer_at
        From a value to the certified answer at it.
    target
        What has to be met.

    Raises
    ------
    InvalidInput
        If the target is none.
    CannotAnswer
        If no value in the range meets the target; the reason says what is reachable.
    """
    if not isinstance(target, AbstractTarget):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput("target", target, "a target, such as Budget(epsilon=1.0, delta=1e-5)")
    answers: dict[float, tuple[Answer, Bound]] = {}
    refusals: list[CannotAnswer] = []

    def excess_of(value: float) -> float:
        try:
            answer = answer_at(value)
        except CannotAnswer as refusal:
            refusals.append(refusal)
            return math.inf
        answers[value] = answer, target.measured(answer)
        return target.excess(answers[value][1])

    found = crossing(unknown.axis, excess_of, unknown.start)
    if found.met is None:
        if not answers:
            raise refusals[0]
        raise CannotAnswer(
            f"{target} by choice of the {unknown.name}",
            _reached(unknown.name, target, answers),
            f"a target within reach, or {unknown.remedy}",
        )
    answer, bound = answers[found.met.value]
    return Calibrated(unknown.name, found.met.value, _beyond(found), target, bound, answer, found.evaluations)


def _beyond(found: Crossing) -> float | None:
    return None if found.missed is None else found.missed.value


def _reached(name: str, target: AbstractTarget, answers: dict[float, tuple[Answer, Bound]]) -> str:
    """What comes closest to the target; it need not be the last value, where numbers have run out of digits."""
    closest = min(answers, key=lambda value: target.excess(answers[value][1]))
    answer, bound = answers[closest]
    reached = target.certified(bound)
    reason = f"at {name} {closest:g}, the closest of the values looked at, {target.decides} is {reached:.6g}"
    if not math.isinf(reached):
        return reason
    mass = answer.delta(math.inf).upper
    if mass > 0.0:
        return f"{reason}: no epsilon protects an event of probability {mass:.3g}, and delta cannot go below that"
    return f"{reason}: the loss has no largest value, so that delta must be positive"
