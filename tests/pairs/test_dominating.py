from __future__ import annotations

import dataclasses

import pytest

from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.dominating import Dominating


def test_a_guarantee_is_a_frozen_record() -> None:
    pair = trivial_pair()
    guarantee = Dominating(pair, (pair,), "EXACT", tight=True, tight_once=True, distance="1 record")
    assert guarantee.note == ""
    assert guarantee.witnesses == (pair,)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'tight'"):
        guarantee.tight = False  # type: ignore[misc]
