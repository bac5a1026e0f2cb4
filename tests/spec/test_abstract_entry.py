from __future__ import annotations

import msgspec
import pytest

from tightdp.spec.abstract_entry import AbstractEntry
from tightdp.spec.mechanism_entries import GaussianEntry


def test_an_entry_is_told_by_its_type() -> None:
    assert issubclass(GaussianEntry, AbstractEntry)
    assert msgspec.to_builtins(GaussianEntry(1.0))["type"] == "gaussian"


def test_an_entry_refuses_other_fields() -> None:
    with pytest.raises(msgspec.ValidationError, match="unknown field `sigma`"):
        msgspec.convert({"type": "gaussian", "sigma": 1.0}, GaussianEntry)
