"""Checks of what a training plan is made from, each with what to write instead."""

from __future__ import annotations

from collections.abc import Sequence

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import at_least_zero, below_one, nonnegative, probability, whole
from tightdp.planning.plan_fields import PlanFields

SAMPLINGS = ("poisson", "without-replacement", "with-replacement", "random-allocation", "full-batch", "shuffled")
NEIGHBOURS = ("add-remove", "substitute")
DIVISORS = ("public", "dataset-size")


def check_plan(plan: PlanFields) -> None:
    """Refuse the first field of a plan that cannot be, with an ``InvalidInput``.

    Parameters
    ----------
    plan
        The plan.

    Raises
    ------
    InvalidInput
        If a field is out of range, or two of them contradict each other.
    """
    one_of("sampling", plan.sampling, SAMPLINGS)
    one_of("neighbours", plan.neighbours, NEIGHBOURS)
    one_of("divisor", plan.divisor, DIVISORS)
    for name in ("dataset_size", "gradient_accumulation", "workers", "records_per_user", "records_per_clip"):
        whole(name, getattr(plan, name), 1)
    for name in ("batch_size", "epochs", "updates", "users_per_round", "largest_batch"):
        if getattr(plan, name) is not None:
            whole(name, getattr(plan, name), 1)
    for name, check in (("noise_multiplier", nonnegative), ("delta", below_one), ("target_epsilon", at_least_zero)):
        if getattr(plan, name) is not None:
            check(name, getattr(plan, name))
    for name, value in (("drop_last", plan.drop_last), ("secret_batches", plan.secret_batches)):
        if value is not None and not isinstance(value, bool):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput(name, value, "True or False")
    _check_batch(plan)
    _check_length(plan)
    _check_rate(plan)


def one_of(name: str, value: object, words: Sequence[str]) -> None:
    """Refuse a word that is not in a list.

    Parameters
    ----------
    name
        The field.
    value
        What came.
    words
        What is allowed.

    Raises
    ------
    InvalidInput
        If it is none of them.
    """
    if value not in words:
        raise InvalidInput(name, value, f"one of {', '.join(words)}")


def _check_batch(plan: PlanFields) -> None:
    sizes = (plan.batch_size, plan.users_per_round)
    if plan.sampling == "full-batch":
        if sizes != (None, None):
            raise InvalidInput("batch_size", plan.batch_size or plan.users_per_round, "left out for full batches")
        return
    if (sizes[0] is None) == (sizes[1] is None):
        raise InvalidInput("batch_size and users_per_round", sizes, "given one of the two, not both")
    if plan.users_per_round is not None and plan.records_per_user > 1:
        hint = "With users_per_round a user is the unit, and dataset_size counts users"
        raise InvalidInput("records_per_user", plan.records_per_user, "left out with users_per_round", hint)
    if plan.sampling != "with-replacement" and plan.effective_batch > plan.dataset_size:
        parts = f"{sizes[0] or sizes[1]} x {plan.gradient_accumulation} accumulated x {plan.workers} workers"
        allowed = f"a batch of at most dataset_size = {plan.dataset_size} in all"
        raise InvalidInput("batch_size", plan.effective_batch, allowed, f"It is {parts}")


def _check_length(plan: PlanFields) -> None:
    if (plan.epochs is None) == (plan.updates is None):
        raise InvalidInput("epochs and updates", (plan.epochs, plan.updates), "given one of the two, not both")
    if plan.epochs is not None and plan.users_per_round is not None:
        raise InvalidInput("epochs", plan.epochs, "left out with users_per_round", "Give the rounds as updates")
    kept, dropped = plan.updates_per_epoch
    if kept == dropped or plan.drop_last is not None or plan.sampling == "random-allocation":
        return
    if plan.epochs is not None:
        both = f"{plan.epochs * kept} updates with each epoch's last batch, {plan.epochs * dropped} without"
        raise InvalidInput(
            "drop_last", None, "True or False, since the batches do not divide the data", f"It makes {both}"
        )
    if plan.sampling == "shuffled":
        hint = f"It makes {kept} batches in an epoch, or {dropped}"
        raise InvalidInput("drop_last", None, "True or False, since the batches do not divide the data", hint)


def _check_rate(plan: PlanFields) -> None:
    if plan.largest_rate is None:
        return
    if plan.sampling != "poisson":
        hint = "Weighted draws of another kind have no proven bound here"
        raise InvalidInput("largest_rate", plan.largest_rate, "left out unless sampling is 'poisson'", hint)
    mean = plan.effective_batch / plan.dataset_size
    if not mean <= probability("largest_rate", plan.largest_rate):
        raise InvalidInput("largest_rate", plan.largest_rate, f"at least the mean rate {mean:g}")
