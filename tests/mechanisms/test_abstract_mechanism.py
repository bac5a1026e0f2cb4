from __future__ import annotations

import pytest

from laws.cells import MECHANISMS, shown
from tightdp.mechanisms import AbstractMechanism
from tightdp.mechanisms.abstract_mechanism import is_unchanged


def test_unchanged_batches_hold_no_changed_record() -> None:
    assert is_unchanged((1.0,))
    assert is_unchanged((1.0, 0.0, 0.0))
    assert not is_unchanged((0.5, 0.5))
    assert not is_unchanged((1.0, 0.0, 5e-324))


@pytest.mark.parametrize("mechanism", MECHANISMS, ids=shown)
def test_mechanisms_are_frozen_values(mechanism: AbstractMechanism) -> None:
    assert hash(mechanism) == hash(mechanism)
    for name in vars(mechanism):
        with pytest.raises(AttributeError, match=f"cannot assign to field '{name}'"):
            setattr(mechanism, name, 1.0)
