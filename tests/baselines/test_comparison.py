from __future__ import annotations

from tightdp import AddRemove, Bound, Program
from tightdp.baselines import Comparison, Row

ROWS = (
    Row("tightdp", "PLD", Bound(1.0, 1.1), ratio=1.0),
    Row("looser", "X", Bound(0.0, 2.2), ratio=2.0),
    Row("other", "Y", None, "it is for something else"),
)


def test_rows_can_be_asked_for() -> None:
    found = Comparison(Program(), AddRemove(), 1e-5, ROWS)
    assert found.answer is ROWS[0]
    assert found.applicable == ROWS[:2]
    assert str(found).splitlines() == ["tightdp: 1.1", "looser: 2.2", "other: it is for something else"]
