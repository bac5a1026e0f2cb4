from __future__ import annotations

import pickle

from tightdp.numerics.bound import Bound
from tightdp.sweeping.sweep_row import SweepRow


def test_rows_are_values_that_travel() -> None:
    row = SweepRow((1.0, 2), Bound(0.5, 0.6), tight=True, theorems=("U",))
    assert pickle.loads(pickle.dumps(row)) == row
    assert SweepRow((1.0,), error="no").bound is None
