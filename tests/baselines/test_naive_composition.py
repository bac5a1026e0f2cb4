from __future__ import annotations

import pytest

from tightdp.baselines import Guarantee, naive_composition


def test_guarantees_add_up() -> None:
    assert naive_composition([Guarantee(0.5, 1e-6, 4), Guarantee(1.0)]) == (3.0, pytest.approx(4e-6))
    assert naive_composition([]) == (0.0, 0.0)
    assert naive_composition([Guarantee(1.0, 0.5, 4)]) == (4.0, 1.0)
