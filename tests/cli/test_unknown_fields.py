from __future__ import annotations

import pytest

from tightdp.cli.unknown_fields import (
    BATCH_FIELDS,
    NOISE_FIELDS,
    RATE_FIELDS,
    first_positive,
    scaled,
    values_of,
    with_batch_size,
    with_last_steps,
)
from tightdp.errors import InvalidInput
from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.mechanism_entries import GaussianEntry, LaplaceEntry, RandomizedResponseEntry, TogetherEntry
from tightdp.spec.scheme_entries import FullBatchEntry, PoissonEntry, WithoutReplacementEntry

DOCUMENT = RunDocument(
    phase=[
        PhaseEntry(mechanism=GaussianEntry(2.0), scheme=PoissonEntry(0.1), steps=3),
        PhaseEntry(
            mechanism=TogetherEntry((LaplaceEntry(4.0, 1.0), RandomizedResponseEntry(0.7))),
            scheme=WithoutReplacementEntry(100, 5),
            steps=4,
        ),
        PhaseEntry(mechanism=RandomizedResponseEntry(0.7), scheme=FullBatchEntry(), steps=5),
    ]
)


def test_values_in_the_order_of_the_phases() -> None:
    assert values_of(DOCUMENT, NOISE_FIELDS) == [2.0, 4.0]
    assert values_of(DOCUMENT, RATE_FIELDS) == [0.1]
    assert values_of(DOCUMENT, BATCH_FIELDS) == [5.0]


def test_scaling_keeps_ratios_and_everything_else() -> None:
    noisier = scaled(DOCUMENT, NOISE_FIELDS, 1.5)
    assert values_of(noisier, NOISE_FIELDS) == [3.0, 6.0]
    assert scaled(noisier, NOISE_FIELDS, 1.0 / 1.5) == DOCUMENT


def test_batches_and_steps() -> None:
    assert values_of(with_batch_size(DOCUMENT, 9), BATCH_FIELDS) == [9.0]
    assert [phase.steps for phase in with_last_steps(DOCUMENT, 8).phase] == [3, 4, 8]


def test_a_ratio_needs_positive_values() -> None:
    assert first_positive([2.0, 4.0], "noise", "") == 2.0
    with pytest.raises(InvalidInput, match="--find must be something that the run has; x"):
        first_positive([], "noise", "x")
    with pytest.raises(InvalidInput, match=r"noise must be positive in every phase, .*the ratio that is kept"):
        first_positive([1.0, 0.0], "noise", "x")
