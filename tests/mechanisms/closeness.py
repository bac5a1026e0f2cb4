"""Floats that agree up to a stated relative error."""

from __future__ import annotations

from typing import Any

import pytest


def close(value: float, relative: float = 1e-10, absolute: float = 0.0) -> Any:
    """``pytest.approx``, which has no types."""
    return pytest.approx(value, rel=relative, abs=absolute)  # pyright: ignore[reportUnknownMemberType]
