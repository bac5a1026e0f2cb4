from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from tightdp import FullBatch, InvalidInput, WithoutReplacement
from tightdp.auditing.sampled_release import SampledRelease

RNG = np.random.default_rng(5)


def size_and_sum(batch: Any, rng: np.random.Generator) -> list[float]:
    return [len(batch), float(np.sum(batch))]


def test_a_run_has_a_row_for_each_step() -> None:
    release = SampledRelease(size_and_sum, WithoutReplacement(6, 2), steps=3)
    outputs = release.run(np.ones(6), RNG)
    assert outputs.tolist() == [[2.0, 2.0]] * 3


def test_records_of_any_kind_make_a_list() -> None:
    kinds: list[bool] = []

    def look(batch: Any, rng: np.random.Generator) -> float:
        kinds.append(isinstance(batch, list))
        return float(len(batch))

    assert SampledRelease(look, FullBatch()).run(["a", "b", "c"], RNG).tolist() == [3.0]
    assert kinds == [True]


def test_a_sampler_may_be_a_function() -> None:
    def halves(dataset_size: int, steps: int, rng: np.random.Generator) -> list[Any]:
        return np.array_split(rng.permutation(dataset_size), steps)

    outputs = SampledRelease(size_and_sum, halves, steps=2).run(np.arange(4.0), RNG)
    assert outputs[:, 0].tolist() == [2.0, 2.0]
    assert outputs[:, 1].sum() == 6.0


def test_a_sampler_draws_a_batch_for_each_step() -> None:
    def once(dataset_size: int, steps: int, rng: np.random.Generator) -> list[Any]:
        return [np.arange(dataset_size)]

    with pytest.raises(InvalidInput, match="sampler must be one that draws a batch for each of the 2 steps, got 1"):
        SampledRelease(size_and_sum, once, steps=2).run(np.arange(4.0), RNG)


@pytest.mark.parametrize(
    ("output", "match"),
    [
        ("many", "function must be one that returns numbers or arrays of one shape, got 'many'"),
        (float("nan"), "function must be one whose outputs are never NaN, got nan"),
    ],
)
def test_outputs_are_numbers(output: Any, match: str) -> None:
    def constant(batch: Any, rng: np.random.Generator) -> Any:
        return output

    release = SampledRelease(constant, FullBatch())
    with pytest.raises(InvalidInput, match=match):
        release.run(np.ones(3), RNG)


@pytest.mark.parametrize(
    ("arguments", "match"),
    [
        ((3, FullBatch()), r"function must be a function \(batch, rng\) -> number or array, got 3"),
        ((size_and_sum, 0.1), r"sampler must be a scheme, or a function \(dataset_size, steps, rng\) -> batches"),
        ((size_and_sum, FullBatch(), 0), "steps must be a whole number >= 1, got 0"),
        ((size_and_sum, FullBatch(), 1, "loss"), "score must be a function of the outputs, or None, got 'loss'"),
    ],
)
def test_bad_arguments_are_named(arguments: tuple[Any, ...], match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        SampledRelease(*arguments)
