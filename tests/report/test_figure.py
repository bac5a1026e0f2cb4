from __future__ import annotations

from dataclasses import FrozenInstanceError

import pytest

from report.figured_runs import CURVE


def test_figures_are_values() -> None:
    with pytest.raises(FrozenInstanceError, match="cannot assign to field"):
        CURVE.title = "other"  # type: ignore[misc]
    assert CURVE.y_scale == "linear"
    assert CURVE.points[1].bound is None
