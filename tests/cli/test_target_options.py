from __future__ import annotations

import pytest

from tightdp.calibration import Advantage, Budget, ErrorRates
from tightdp.cli.target_options import TargetOptions
from tightdp.errors import InvalidInput


def test_one_target() -> None:
    assert TargetOptions(1.0, 1e-5, None, None, None).target() == Budget(1.0, 1e-5)
    assert TargetOptions(None, 1e-5, 0.1, None, None).target() == Advantage(0.1)
    assert TargetOptions(None, None, None, 0.1, 0.5).target() == ErrorRates(0.1, 0.5)


def test_a_delta_that_would_not_be_used_is_refused() -> None:
    TargetOptions(1.0, 1e-5, None, None, None).refuse_unused(1e-5)
    TargetOptions(None, 1e-5, 0.1, None, None).refuse_unused(None)
    with pytest.raises(InvalidInput, match="--delta must be left out with --false-positive-rate, a target without"):
        TargetOptions(None, 1e-5, None, 0.1, 0.5).refuse_unused(1e-5)


def test_anything_else_is_refused() -> None:
    with pytest.raises(InvalidInput, match="the target must be given by one of --epsilon, --advantage"):
        TargetOptions(None, 1e-5, None, None, None).target()
    with pytest.raises(InvalidInput, match="the target must be both error rates"):
        TargetOptions(None, None, None, None, 0.5).target()
    with pytest.raises(InvalidInput, match=r"--delta must be given.* far below 1 / number of records is usual"):
        TargetOptions(1.0, None, None, None, None).target()
    with pytest.raises(InvalidInput, match="--false-positive-rate must be in"):
        TargetOptions(None, None, None, 2.0, 0.5).target()
    assert TargetOptions(1.0, 1e-5, 0.1, None, 0.2).given() == ["--epsilon", "--advantage", "--false-negative-rate"]
