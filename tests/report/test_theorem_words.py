from __future__ import annotations

from house.documents import theorem_rows
from tightdp.report.theorem_words import THEOREM_WORDS, theorem_in_words


def test_each_theorem_of_the_documents_has_its_words() -> None:
    assert sorted(THEOREM_WORDS) == sorted(row.key for row in theorem_rows())


def test_the_words_are_one_short_line() -> None:
    assert all(20 < len(words) <= 100 and words.endswith(".") for words in THEOREM_WORDS.values())


def test_an_unknown_key_points_to_the_document() -> None:
    assert theorem_in_words("B18/T4") == "The exact privacy profile of Gaussian noise."
    assert theorem_in_words("X99") == "See docs/theorems.md."
