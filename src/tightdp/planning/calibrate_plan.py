"""The noise, or the number of updates, that a plan's target allows."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from tightdp.accounting import Program
from tightdp.calibration import Budget, least_noise, most_steps
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.planning.plan_inputs import one_of
from tightdp.planning.training_plan import TrainingPlan


def calibrate_plan(
    plan: TrainingPlan, find: Literal["noise_multiplier", "updates"] = "noise_multiplier"
) -> TrainingPlan:
    """The plan with the least noise, or with the most updates, at which its epsilon is at most its target.

    Parameters
    ----------
    plan
        With ``target_epsilon`` and ``delta``. What is looked for is replaced.
    find
        ``"noise_multiplier"``, or ``"updates"`` in place of epochs or updates.

    Returns
    -------
    TrainingPlan
        To run and to report with; its ``check`` says how much of the target is left.

    Raises
    ------
    InvalidInput
        If the plan has no target.
    CannotAnswer
        If nothing is proven for the loader, or no noise or not even one update meets the target.

    Examples
    --------
    >>> plan = TrainingPlan(
    ...     dataset_size=100_000, batch_size=1000, epochs=10, sampling="poisson", neighbours="add-remove",
    ...     target_epsilon=1.0, delta=1e-5,
    ... )
    >>> round(calibrate_plan(plan).noise_multiplier, 3)
    1.415
    """
    one_of("find", find, ("noise_multiplier", "updates"))
    if plan.target_epsilon is None or plan.delta is None:
        hint = "Build the plan with target_epsilon=... and delta=..."
        raise InvalidInput("target_epsilon and delta", (plan.target_epsilon, plan.delta), "both given", hint)
    budget = Budget(plan.target_epsilon, plan.delta)

    def at(noise: float) -> Program:
        return replace(plan, noise_multiplier=noise).program

    if find == "noise_multiplier":
        return replace(plan, noise_multiplier=float(least_noise(at, plan.relation, budget).value))
    ((step, _),) = plan.program.parts
    per_step = step.scheme.batches_per_step
    most = int(most_steps(step, plan.relation, budget).value)
    if most == 0:
        one = "update" if per_step == 1 else f"pass of {per_step} updates"
        raise CannotAnswer(f"a plan with {budget}", f"one {one} alone is above it", "more noise or a smaller batch")
    return replace(plan, updates=most * per_step, epochs=None)
