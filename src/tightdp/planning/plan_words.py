"""What a plan's numbers come from, and what it takes for granted, in sentences."""

from __future__ import annotations

import math

from tightdp.planning.plan_fields import PlanFields

_RARE = 1e-100  # chances below it are told as such


def plan_reasons(plan: PlanFields) -> tuple[str, ...]:
    """Batch, rate, steps, noise and group of a plan, each with its reason.

    Parameters
    ----------
    plan
        The plan.
    """
    return (*_batch(plan), *_cut(plan), _rate(plan), _steps(plan), *_noise(plan), _group(plan))


def _batch(plan: PlanFields) -> list[str]:
    if plan.sampling == "full-batch":
        return []
    if plan.users_per_round is not None:
        return [f"batch {plan.users_per_round}: users of a round; all records of a user are in or out together"]
    if plan.gradient_accumulation * plan.workers == 1:
        return [f"batch {plan.batch_size}"]
    parts = f"{plan.batch_size} x {plan.gradient_accumulation} accumulated x {plan.workers} workers"
    return [f"batch {plan.effective_batch} = {parts}: noise is added once to all of it"]


def _cut(plan: PlanFields) -> list[str]:
    if plan.largest_batch is None:
        return []
    most = plan.largest_batch
    return [f"largest batch {most}: of a batch with more records, {most} are kept, every subset alike"]


def _rate(plan: PlanFields) -> str:
    n, m = plan.dataset_size, plan.effective_batch
    if plan.sampling == "full-batch":
        return "rate 1: every record is in every batch"
    if not plan.secret_batches:
        return "rate 1: who is in a batch is not secret, so nothing is gained from sampling"
    if plan.sampling == "shuffled":
        return "no rate: a shuffled data set cut into batches is not sampled afresh in each step"
    if plan.largest_rate is not None:
        return f"rate {plan.rate:g}: that of the record drawn most often, where the mean is {m} / {n}"
    how = {
        "poisson": f"{m} / {n}, independently",
        "without-replacement": f"{m} / {n}, every batch of that size alike",
        "with-replacement": f"1 - (1 - 1/{n})^{m}: drawn at least once; repeated draws count as they are",
        "random-allocation": f"1 / {plan.batches_per_epoch}: each record is in one update of a pass, chosen at random",
    }
    return f"rate {plan.rate:.6g} = {how[plan.sampling]}"


def _steps(plan: PlanFields) -> str:
    if plan.sampling == "random-allocation":
        return _passes(plan)
    if plan.updates is not None:
        return f"steps {plan.steps}: as many noisy releases as updates"
    kept, dropped = plan.updates_per_epoch
    each = f"{plan.epochs} epochs x {dropped if plan.drop_last else kept} updates"
    if kept == dropped:
        return f"steps {plan.steps} = {each}"
    does, other = ("dropped", kept) if plan.drop_last else ("kept", dropped)
    last = f"the last, incomplete batch of an epoch is {does} (otherwise {(plan.epochs or 0) * other})"
    return f"steps {plan.steps} = {each}; {last}"


def _passes(plan: PlanFields) -> str:
    size = plan.batches_per_epoch
    passes, rest = divmod(plan.steps, size)
    begun = "; the pass that was begun counts as a whole one" if rest else ""
    mean = f"{plan.dataset_size / size:.6g} records on average"
    return f"steps {plan.steps} = {passes + bool(rest)} passes of {size} updates, with {mean}{begun}"


def _noise(plan: PlanFields) -> list[str]:
    if plan.records_per_clip == 1 or plan.noise_multiplier is None:
        return []
    why = "clipping a mean of records lets one of them move it by twice the clip norm"
    return [f"noise multiplier {plan.noise_multiplier / 2.0:g} = {plan.noise_multiplier:g} / 2: {why}"]


def _group(plan: PlanFields) -> str:
    if plan.users_per_round is not None:
        return "group size 1: a user is the unit"
    whose = "of one user" if plan.records_per_user > 1 else "is the unit"
    return f"group size {plan.records_per_user}: record{'s' * (plan.records_per_user > 1)} {whose}"


def plan_assumptions(plan: PlanFields) -> tuple[str, ...]:
    """What the plan's numbers take for granted and only its user can make true.

    Parameters
    ----------
    plan
        The plan.
    """
    one = "user" if plan.users_per_round is not None else "record"
    unit = f"each {one}'s contribution" if plan.records_per_clip == 1 else "the mean of each small group of records"
    fixed = "the sum is divided by a public constant, not by the size that a batch happened to have"
    size = (
        "the number of records is public"
        if plan.neighbours == "substitute"
        else "data set size, rate and steps are public constants, not counted from the private data"
    )
    return (
        f"{unit} is clipped before the noise is added",
        fixed,
        size,
        "noise is fresh in each step, real-valued as in the theorems, and stays secret",
        *_drawing(plan),
        *_users(plan),
    )


def _drawing(plan: PlanFields) -> list[str]:
    if plan.sampling == "full-batch" or not plan.secret_batches:
        return []
    told = [] if plan.sampling == "shuffled" else [_drawn(plan)]
    if plan.gradient_accumulation > 1:
        told.append("all that one noisy release adds up is cut out of one draw, so no record is in it twice")
    if plan.workers > 1:
        may_split = plan.sampling == "poisson" and plan.largest_batch is None
        own = ", or each draws from its own part of the data" if may_split else ""
        told.append(f"workers share one draw{own}, so no record is drawn twice")
    if plan.sampling in ("poisson", "random-allocation") and plan.rate < 1.0:
        empty = math.exp(plan.dataset_size * math.log1p(-plan.rate))
        chance = f"{empty:.6g}" if empty > _RARE else f"below {_RARE:g}"
        told.append(f"an empty batch (probability {chance}) gets its noise and counts as a step; it is not drawn again")
    return told


def _drawn(plan: PlanFields) -> str:
    """What is said of the draw where amplification rests on it."""
    dealt = plan.sampling == "random-allocation"
    drawn = "each pass deals the records out afresh, each on its own" if dealt else "each batch is drawn afresh as said"
    return f"{drawn}, and who is in it stays secret"


def _users(plan: PlanFields) -> list[str]:
    if plan.records_per_user == 1:
        return []
    return [f"no user has more than {plan.records_per_user} records; the caller must enforce it before the run"]
