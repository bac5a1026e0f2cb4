"""The plan document, version 1: what a ``plan.toml`` or a ``.json`` file of the same shape may hold."""

from __future__ import annotations

import msgspec

from tightdp.planning.training_plan import Divisor, Neighbours, Sampling
from tightdp.spec.document import VERSION


class PlanEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """The fields of a ``TrainingPlan``, whose documentation says what each of them means.

    Parameters
    ----------
    dataset_size
        n, the number of records; of users where ``users_per_round`` is given.
    sampling
        How the loader draws.
    neighbours
        Who may differ.
    noise_multiplier
        sigma; left out while it is looked for.
    batch_size
        Records that one worker loads at a time.
    epochs
        Passes over the data; or ``updates``.
    updates
        Noisy releases in all.
    gradient_accumulation
        Loads that one noisy release adds up.
    workers
        Workers that one noisy release adds up.
    drop_last
        Whether an epoch drops its last, incomplete batch.
    users_per_round
        Users of a round, in place of ``batch_size``.
    records_per_user
        Most records of one user, the group size.
    records_per_clip
        Records whose mean is clipped as one.
    largest_rate
        Rate of the record that a weighted Poisson sampler draws most often.
    largest_batch
        A cap that cuts Poisson batches.
    divisor
        What the sum is divided by.
    secret_batches
        Whether nobody sees who is in a batch.
    delta
        delta in [0, 1).
    target_epsilon
        The epsilon >= 0 that the plan is made for, in nats.
    """

    dataset_size: int
    sampling: Sampling
    neighbours: Neighbours
    noise_multiplier: float | None = None
    batch_size: int | None = None
    epochs: int | None = None
    updates: int | None = None
    gradient_accumulation: int = 1
    workers: int = 1
    drop_last: bool | None = None
    users_per_round: int | None = None
    records_per_user: int = 1
    records_per_clip: int = 1
    largest_rate: float | None = None
    largest_batch: int | None = None
    divisor: Divisor = "public"
    secret_batches: bool = True
    delta: float | None = None
    target_epsilon: float | None = None


class PlanDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A training loop and the target of its owner.

    Parameters
    ----------
    plan
        The loop.
    version
        Version of this format.
    """

    plan: PlanEntry
    version: int = VERSION
