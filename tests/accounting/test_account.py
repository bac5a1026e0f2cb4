"""The one call: what it takes and what it refuses."""

from __future__ import annotations

import re

import pytest

from tightdp import (
    AddRemove,
    CannotAnswer,
    DiscreteGaussian,
    EpsilonDelta,
    Gaussian,
    InvalidInput,
    Poisson,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    account,
)

STEP = Step(Gaussian(1.0), Poisson(0.1))


def test_a_single_step_is_a_program() -> None:
    assert account(STEP, AddRemove()).epsilon(1e-5) == account(1 * STEP, AddRemove()).epsilon(1e-5)


def test_arguments_of_the_wrong_kind() -> None:
    with pytest.raises(InvalidInput, match=re.escape("program must be a Step or a Program, such as 1000 * Step")):
        account([STEP], AddRemove())  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=re.escape("relation must be a relation, such as AddRemove(), got 'add'")):
        account(STEP, "add")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="route must be one of tightest, specific, agnostic, got 'best'"):
        account(STEP, AddRemove(), route="best")  # type: ignore[arg-type]


@pytest.mark.parametrize("rtol", [0.0, 1.0, -1e-3, float("nan"), "small"])
def test_a_tolerance_that_makes_no_sense(rtol: object) -> None:
    with pytest.raises(InvalidInput, match=re.escape(f"rtol must be in (0, 1), got {rtol!r}")):
        account(STEP, AddRemove(), rtol=rtol)  # type: ignore[arg-type]


def test_what_transport_refuses_is_refused_here() -> None:
    blind = Step(EpsilonDelta(1.0, 1e-6, unit="substitute"), Poisson(0.1))
    with pytest.raises(CannotAnswer, match="known under substitution on batches that gain or lose records"):
        account(blind, AddRemove())


def test_a_group_that_the_data_set_cannot_hold() -> None:
    small = Step(Gaussian(1.0), WithoutReplacement(dataset_size=5, batch_size=2))
    with pytest.raises(InvalidInput, match="6"):
        account(small, Substitute(6))


@pytest.mark.parametrize("rtol", [0.05, 1e-3, 1e-4])
def test_the_gap_follows_the_tolerance(rtol: float) -> None:
    bound = account(1000 * STEP, AddRemove(), rtol=rtol).epsilon(1e-5)
    assert 0.0 < bound.relative_gap <= rtol


@pytest.mark.parametrize("memory", [0, 65535.0, float("nan"), "much"])
def test_memory_that_is_too_small(memory: object) -> None:
    with pytest.raises(InvalidInput, match=re.escape(f"memory must be at least 65536 bytes, got {memory!r}")):
        account(STEP, AddRemove(), memory=memory)  # type: ignore[arg-type]


def test_memory_that_does_not_suffice_is_said() -> None:
    """Irregular atoms need fine grids; the ends stay certified."""
    run = 300 * Step(DiscreteGaussian(1.5), Poisson(0.05))
    short, roomy = (account(run, Remove(), memory=memory) for memory in (65536.0, 2.0**28))
    narrow = short.epsilon(1e-6)
    assert narrow.relative_gap > 1e-3
    assert "the memory limit stopped the refinement" in str(short.why(narrow))
    wide = roomy.epsilon(1e-6)
    assert narrow.lower <= wide.upper
    assert wide.lower <= narrow.upper
