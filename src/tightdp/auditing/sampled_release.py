"""A function of the user's own, run on batches that are really drawn."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import whole
from tightdp.transport.witness import Witness

Batches = Iterable[NDArray[np.int64]]


@runtime_checkable
class AbstractSampler(Protocol):
    """Whatever draws batches: each scheme does."""

    def batches(self, dataset_size: int, steps: int, rng: np.random.Generator, /) -> Batches:
        """Indices in ``[0, dataset_size)`` for each step."""
        ...


DrawBatches = Callable[[int, int, np.random.Generator], Batches]


@dataclass(frozen=True)
class SampledRelease:
    """``(M(batch_1), ..., M(batch_T))``: what one run publishes.

    Parameters
    ----------
    function
        M: ``(batch, rng) -> number or array of numbers``, of one shape in all steps and runs. A batch of a NumPy array
        is an array of its rows, of any other sequence a list. All its randomness must come from ``rng``.
    sampler
        A scheme, or a function ``(dataset_size, steps, rng)`` that gives the indices of each step's batch.
    steps
        T, the number of steps of a run.
    score
        ``outputs -> number``, outputs being an array ``(T, ...)``: high for one data set and low for the other. By
        default the outputs' projection on the difference of their means over their variances, learned from the share
        of the runs that chooses the test. A likelihood ratio is the best there is.

    Raises
    ------
    InvalidInput
        If an argument is not of its kind.
    """

    function: Callable[[Any, np.random.Generator], ArrayLike]
    sampler: AbstractSampler | DrawBatches
    steps: int = 1
    score: Callable[[NDArray[np.float64]], float] | None = None

    def __post_init__(self) -> None:
        if not callable(self.function):
            raise InvalidInput("function", self.function, "a function (batch, rng) -> number or array")
        if not callable(self.sampler) and not isinstance(self.sampler, AbstractSampler):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("sampler", self.sampler, "a scheme, or a function (dataset_size, steps, rng) -> batches")
        if self.score is not None and not callable(self.score):
            raise InvalidInput("score", self.score, "a function of the outputs, or None")
        object.__setattr__(self, "steps", whole("steps", self.steps, 1))

    @classmethod
    def of_witness(cls, witness: Witness, sampler: AbstractSampler | DrawBatches, steps: int = 1) -> SampledRelease:
        """A witness on batches of labels, with the exact loss of all steps as the score.

        Parameters
        ----------
        witness
            The witness. The records of both data sets are the labels of its batches.
        sampler
            What really draws; that it follows the witness's laws is what the audit may refute.
        steps
            T, the number of steps of a run.
        """

        def total_loss(outputs: NDArray[np.float64]) -> float:
            loss = float(witness.losses(outputs).sum())
            return 0.0 if math.isnan(loss) else loss

        return cls(witness.sample, sampler, steps, total_loss)

    def run(self, data: Sequence[Any] | NDArray[Any], rng: np.random.Generator) -> NDArray[np.float64]:
        """The outputs of one run, ``(T, ...)``.

        Parameters
        ----------
        data
            The data set.
        rng
            Source of randomness.

        Raises
        ------
        InvalidInput
            If the outputs are not numbers of one shape, or the sampler gives another number of batches.
        """
        draw = self.sampler.batches if isinstance(self.sampler, AbstractSampler) else self.sampler
        outputs = [self.function(_batch(data, indices), rng) for indices in draw(len(data), self.steps, rng)]
        if len(outputs) != self.steps:
            raise InvalidInput("sampler", len(outputs), f"one that draws a batch for each of the {self.steps} steps")
        try:
            found = np.asarray(outputs, dtype=np.float64)
        except (TypeError, ValueError):
            raise InvalidInput("function", outputs[0], "one that returns numbers or arrays of one shape") from None
        if bool(np.isnan(found).any()):
            raise InvalidInput("function", outputs[0], "one whose outputs are never NaN")
        return found


def _batch(data: Sequence[Any] | NDArray[Any], indices: NDArray[np.int64]) -> Any:
    return data[indices] if isinstance(data, np.ndarray) else [data[int(at)] for at in indices]
