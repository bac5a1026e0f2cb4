"""Flags that say what ran, and every way in which they can contradict each other."""

from __future__ import annotations

import pytest

from tightdp.cli.flags import document_from_flags, given_flags, option
from tightdp.cli.run_options import RunOptions
from tightdp.errors import InvalidInput
from tightdp.spec.mechanism_entries import (
    DiscreteGaussianEntry,
    DiscreteLaplaceEntry,
    EpsilonDeltaEntry,
    GaussianEntry,
    LaplaceEntry,
    RandomizedResponseEntry,
    TogetherEntry,
)
from tightdp.spec.scheme_entries import FullBatchEntry, PoissonEntry, RandomAllocationEntry, WithoutReplacementEntry


def test_flags_make_one_phase() -> None:
    document, origin, assumed = document_from_flags(RunOptions(gaussian=1.1, poisson=0.01, steps=10))
    (phase,) = document.phase
    assert (phase.mechanism, phase.scheme, phase.steps) == (GaussianEntry(1.1), PoissonEntry(0.01), 10)
    assert assumed == []
    assert origin.subject(("phase", 0, "mechanism", "noise_multiplier")) == "--gaussian"
    assert origin.subject(("phase", 0, "scheme", "rate")) == "--poisson"
    assert origin.subject(("phase", 0, "mechanism", "substitution_sensitivity")) == "--substitution-sensitivity"


def test_flags_of_two_numbers_name_both() -> None:
    options = RunOptions(epsilon_delta=(1.0, 1e-6), without_replacement=(100, 10), steps=1)
    document, origin, _ = document_from_flags(options)
    assert document.phase[0].mechanism == EpsilonDeltaEntry(1.0, 1e-6)
    assert document.phase[0].scheme == WithoutReplacementEntry(100, 10)
    assert origin.subject(("phase", 0, "mechanism", "delta")) == "--epsilon-delta delta"
    assert origin.subject(("phase", 0, "mechanism", "epsilon")) == "--epsilon-delta epsilon"
    assert origin.subject(("phase", 0, "scheme", "batch_size")) == "--without-replacement batch_size"


def test_details_go_to_their_mechanism() -> None:
    document, _, _ = document_from_flags(RunOptions(randomized_response=0.75, categories=4))
    assert document.phase[0].mechanism == RandomizedResponseEntry(0.75, 4)
    document, _, _ = document_from_flags(RunOptions(discrete_gaussian=2.0, substitution_sensitivity=1.0))
    mechanism = document.phase[0].mechanism
    assert mechanism == DiscreteGaussianEntry(2.0, 1)
    assert isinstance(mechanism, DiscreteGaussianEntry)
    assert type(mechanism.substitution_sensitivity) is int


def test_a_noise_of_zero_is_given() -> None:
    assert given_flags(RunOptions(gaussian=0.0, steps=0)) == ["--gaussian", "--steps"]
    assert given_flags(RunOptions(full_batch=True)) == ["--full-batch"]
    assert given_flags(RunOptions()) == []


def test_what_is_left_out_is_assumed_and_said() -> None:
    document, _, assumed = document_from_flags(RunOptions(laplace=1.0))
    assert document.phase[0].scheme == FullBatchEntry()
    assert document.phase[0].steps == 1
    everyone = "no scheme was given: every record is taken to be in every batch (--full-batch)"
    assert assumed == [
        "--steps was not given: this is the answer for one step only; give --steps",
        f"{everyone}; give one, such as --poisson, if batches are drawn",
    ]


def test_an_option_is_written_as_it_is_typed() -> None:
    assert option("without_replacement") == "--without-replacement"


def test_no_flag_at_all_is_refused() -> None:
    with pytest.raises(
        InvalidInput, match=r"what ran must be given by a run file or by flags, got 'nothing'. For instance"
    ):
        document_from_flags(RunOptions())


def test_a_run_without_mechanism_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"the mechanism must be one of --gaussian, --laplace, .*, got \[\]"):
        document_from_flags(RunOptions(poisson=0.1, steps=3))


def test_two_mechanisms_are_refused() -> None:
    with pytest.raises(InvalidInput, match=r"the mechanism must be one of .*, got \['--gaussian', '--laplace'\]"):
        document_from_flags(RunOptions(gaussian=1.0, laplace=1.0))


def test_together_puts_mechanisms_on_one_batch() -> None:
    options = RunOptions(gaussian=1.1, laplace=5.0, together=True, poisson=0.1, substitution_sensitivity=1.0, steps=2)
    document, origin, _ = document_from_flags(options)
    assert document.phase[0].mechanism == TogetherEntry((GaussianEntry(1.1, 1.0), LaplaceEntry(5.0, 1.0)))
    assert origin.subject(("phase", 0, "mechanism", "mechanisms", 1, "scale")) == "--laplace"
    assert origin.subject(("phase", 0, "mechanism", "mechanisms", 0, "noise_multiplier")) == "--gaussian"
    document, _, _ = document_from_flags(RunOptions(discrete_laplace=3.0, together=True, substitution_sensitivity=1.0))
    assert document.phase[0].mechanism == DiscreteLaplaceEntry(3.0, 1)


def test_two_mechanisms_without_together_are_told_of_it() -> None:
    with pytest.raises(InvalidInput, match="--together says that all of them release about the same batch"):
        document_from_flags(RunOptions(gaussian=1.0, laplace=1.0))


def test_a_pass_has_updates_and_participations() -> None:
    document, origin, _ = document_from_flags(RunOptions(gaussian=1.0, random_allocation=100))
    assert document.phase[0].scheme == RandomAllocationEntry(100, 1)
    document, origin, _ = document_from_flags(RunOptions(gaussian=1.0, random_allocation=100, participations=3))
    assert document.phase[0].scheme == RandomAllocationEntry(100, 3)
    assert origin.subject(("phase", 0, "scheme", "updates")) == "--random-allocation"
    assert origin.subject(("phase", 0, "scheme", "participations")) == "--participations"


@pytest.mark.parametrize("options", [RunOptions(gaussian=1.0, participations=3, poisson=0.1)])
def test_participations_belong_to_random_allocation(options: RunOptions) -> None:
    expected = "--participations must be left out with --poisson, which has no such field, got 3"
    with pytest.raises(InvalidInput, match=expected):
        document_from_flags(options)


def test_two_schemes_are_refused() -> None:
    expected = r"one flag, as a step draws one batch, got \['--full-batch', '--poisson'\]"
    with pytest.raises(InvalidInput, match=expected):
        document_from_flags(RunOptions(gaussian=1.0, full_batch=True, poisson=0.1))


@pytest.mark.parametrize(
    "options",
    [
        RunOptions(gaussian=1.0, categories=3),
        RunOptions(randomized_response=0.75, substitution_sensitivity=1.0),
    ],
)
def test_a_detail_of_another_mechanism_is_refused(options: RunOptions) -> None:
    with pytest.raises(InvalidInput, match=r"must be left out with --\w+[-\w]*, which has no such field, got"):
        document_from_flags(options)
