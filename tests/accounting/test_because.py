"""Reasons in words and as a record."""

from __future__ import annotations

from tightdp.accounting.because import Because, DirectionReason
from tightdp.relations import Change


def reason(change: Change, *, tight: bool = True) -> DirectionReason:
    return DirectionReason(change, ("U",), ("1 times one record's contribution",), tight)


def test_a_change_in_words() -> None:
    assert reason(Change(substituted=2)).words == "2 substituted"
    assert reason(Change(removed=3, inserted=1)).words == "3 removed, 1 inserted"


def test_the_text_has_every_part() -> None:
    directions = (reason(Change(removed=1)), reason(Change(inserted=1), tight=False))
    text = str(Because(("U",), "tightest", directions, ("a note",), {"spacing": 1e-4, "points": 1024.0}))
    assert text.splitlines() == [
        "theorems: U",
        "route: tightest",
        "1 removed, 0 inserted: U (tight)",
        "  distance: 1 times one record's contribution",
        "0 removed, 1 inserted: U (upper bound)",
        "  distance: 1 times one record's contribution",
        "rounding: spacing 0.0001, points 1.02e+03",
        "a note",
    ]


def test_many_directions_are_counted() -> None:
    because = Because(("U",), "tightest", tuple(reason(Change(removed=k)) for k in range(1, 12)))
    assert "... and 3 more directions" in str(because)
    assert len(because.as_dict()["directions"]) == 11  # type: ignore[arg-type]


def test_nothing_needed() -> None:
    assert str(Because((), "tightest", ())) == "theorems: none needed\nroute: tightest"
