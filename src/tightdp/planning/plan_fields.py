"""What the checks and the words of a plan read from it."""

from __future__ import annotations

from typing import Protocol


class PlanFields(Protocol):
    """The fields of a ``TrainingPlan``, and the sizes that follow from them."""

    # Read-only members, so that a frozen plan has them.
    @property
    def dataset_size(self) -> int: ...  # noqa: D102
    @property
    def sampling(self) -> str: ...  # noqa: D102
    @property
    def neighbours(self) -> str: ...  # noqa: D102
    @property
    def noise_multiplier(self) -> float | None: ...  # noqa: D102
    @property
    def batch_size(self) -> int | None: ...  # noqa: D102
    @property
    def epochs(self) -> int | None: ...  # noqa: D102
    @property
    def updates(self) -> int | None: ...  # noqa: D102
    @property
    def gradient_accumulation(self) -> int: ...  # noqa: D102
    @property
    def workers(self) -> int: ...  # noqa: D102
    @property
    def drop_last(self) -> bool | None: ...  # noqa: D102
    @property
    def users_per_round(self) -> int | None: ...  # noqa: D102
    @property
    def records_per_user(self) -> int: ...  # noqa: D102
    @property
    def records_per_clip(self) -> int: ...  # noqa: D102
    @property
    def largest_rate(self) -> float | None: ...  # noqa: D102
    @property
    def largest_batch(self) -> int | None: ...  # noqa: D102
    @property
    def divisor(self) -> str: ...  # noqa: D102
    @property
    def secret_batches(self) -> bool: ...  # noqa: D102
    @property
    def effective_batch(self) -> int: ...  # noqa: D102
    @property
    def updates_per_epoch(self) -> tuple[int, int]: ...  # noqa: D102
    @property
    def batches_per_epoch(self) -> int: ...  # noqa: D102
    @property
    def steps(self) -> int: ...  # noqa: D102
    @property
    def rate(self) -> float: ...  # noqa: D102
