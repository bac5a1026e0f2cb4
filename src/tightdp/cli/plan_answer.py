"""What a plan comes to: found, accounted, checked, or refused with the numbers around it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from tightdp.accounting import Answer
from tightdp.cli.choices import PlanFindChoice
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import whole
from tightdp.planning import NotYourSampler, PlanCheck, TrainingPlan, calibrate_plan
from tightdp.spec.origin import Origin
from tightdp.spec.plan_run import plan_places

_FIELDS: dict[PlanFindChoice, Literal["noise_multiplier", "updates"]] = {
    PlanFindChoice.NOISE: "noise_multiplier",
    PlanFindChoice.UPDATES: "updates",
}
_FINE = 1e-6  # where a target lies between the ends


@dataclass(frozen=True, slots=True)
class PlannedAnswer:
    """A plan and everything that was asked about it.

    Parameters
    ----------
    plan
        With what was found put in.
    found
        What was looked for; ``None`` if nothing was.
    answer
        Certified privacy; ``None`` while noise or delta are unknown, or when nothing is proven.
    epsilon
        Its epsilon at the plan's delta, in nats.
    check
        The run that was made beside the plan, if asked.
    around
        The numbers around a loader that shuffles.
    refusal
        Why there is no epsilon.
    """

    plan: TrainingPlan
    found: PlanFindChoice | None = None
    answer: Answer | None = None
    epsilon: Bound | None = None
    check: PlanCheck | None = None
    around: NotYourSampler | None = None
    refusal: CannotAnswer | None = None

    @property
    def warnings(self) -> tuple[str, ...]:
        """A sentence for each thing that may not have been meant."""
        return self.plan.warnings(None if self.epsilon is None else self.epsilon.upper)


def planned(
    plan: TrainingPlan, names: Origin, what: PlanFindChoice | None, check: int | None, rtol: float
) -> PlannedAnswer:
    """Find what is looked for, and account for the plan.

    Parameters
    ----------
    plan
        The plan.
    names
        Names the places of its values.
    what
        What is looked for; ``None`` for the noise where the plan has a target but no noise, otherwise nothing.
    check
        Updates that the run made, or ``None``.
    rtol
        Wanted relative gap of the two ends.

    Returns
    -------
    PlannedAnswer
        With a refusal where nothing is proven for a loader that shuffles, and the numbers around it.

    Raises
    ------
    InvalidInput
        If something is asked for which the plan says too little.
    CannotAnswer
        If nothing is proven for the loader, and it is not one that shuffles or more was asked than its epsilon.
    """
    _checked(check, rtol)
    wanted = what or (PlanFindChoice.NOISE if _lacks_noise(plan) else None)
    try:
        _ = plan.scheme
    except CannotAnswer as refusal:
        is_known = plan.noise_multiplier is not None and plan.delta is not None
        is_private = plan.divisor == "public" or plan.neighbours == "substitute"
        if plan.sampling != "shuffled" or wanted is not None or check is not None or not (is_known and is_private):
            raise
        return _around(plan, refusal, rtol)
    with plan_places(names):
        whole_plan = plan if wanted is None else calibrate_plan(plan, find=_FIELDS[wanted])
        if whole_plan.noise_multiplier is None or whole_plan.delta is None:
            if check is not None:
                raise InvalidInput("noise_multiplier and delta", None, "both given to check a run")
            return PlannedAnswer(whole_plan, wanted)
        answer, epsilon = _account(whole_plan, whole_plan.delta, rtol)
        checked = None if check is None else whole_plan.check(check, rtol=rtol)
        return PlannedAnswer(whole_plan, wanted, answer, epsilon, checked)


def _checked(check: int | None, rtol: float) -> None:
    if not 0.0 < rtol < 1.0:
        raise InvalidInput("--rtol", rtol, "a number in (0, 1)")
    if check is not None:
        whole("--check", check, 0)


def _lacks_noise(plan: TrainingPlan) -> bool:
    return plan.noise_multiplier is None and plan.target_epsilon is not None and plan.delta is not None


def _account(plan: TrainingPlan, delta: float, rtol: float) -> tuple[Answer, Bound]:
    """The answer; a closer one where a target lies between its ends."""
    answer = plan.account(rtol=rtol)
    epsilon, target = answer.epsilon(delta), plan.target_epsilon
    if target is not None and target in epsilon and target < epsilon.upper:
        answer = plan.account(rtol=min(rtol, _FINE))
        epsilon = answer.epsilon(delta)
    return answer, epsilon


def _around(plan: TrainingPlan, refusal: CannotAnswer, rtol: float) -> PlannedAnswer:
    """The numbers around a loader that shuffles; one of them may be its guarantee."""
    around = plan.not_your_sampler(rtol=rtol)
    if around.proven:
        epsilon = Bound(min(around.floor, around.no_amplification.upper), around.no_amplification.upper)
        return PlannedAnswer(plan, epsilon=epsilon, around=around)
    return PlannedAnswer(plan, around=around, refusal=refusal)
