from __future__ import annotations

from pathlib import Path

import pytest

from report.page_reader import numbers_of, read_page
from report.page_records import RECORD
from tightdp.errors import InvalidInput
from tightdp.report.html_page import html_page, write_page


def test_the_page_is_closed_in_order_and_complete_in_itself() -> None:
    html = html_page(RECORD)
    page = read_page(html)
    assert page.mistakes == ()
    assert "http:" not in html
    assert "https:" not in html
    assert "//" not in "".join([*page.all("href"), *page.all("src")])
    assert page.all("src") == []
    assert set(page.all("href")) == {"data:,", "#answer"}
    assert "default-src 'none'" in page.all("content")[0]


def test_ids_are_unique_and_what_refers_to_them_finds_them() -> None:
    page = read_page(html_page(RECORD))
    ids = page.all("id")
    assert len(ids) == len(set(ids))
    named = [*page.all("aria-labelledby"), *page.all("aria-describedby"), "answer"]
    assert set(named) <= set(ids)


def test_landmarks_headings_and_captions_are_there() -> None:
    tags = [tag for tag, _ in read_page(html_page(RECORD)).elements]
    assert {"header", "main", "footer", "section", "figure", "figcaption", "details", "summary"} <= set(tags)
    assert tags.count("h1") == tags.count("main") == 1
    assert tags.count("table") == tags.count("caption")
    assert tags.index("h1") < tags.index("h2") < tags.index("h3")


def test_words_are_escaped_and_all_there() -> None:
    html = html_page(RECORD)
    text = read_page(html).text
    for words in ("Privacy report: <run>", 'relation = "<remove>"', "by 'care'", "look out", "not proven", "A <title>"):
        assert words in text
    assert "<run>" not in html
    assert "Without an answer: 2 steps: no answer" in text
    assert html.count("<svg") == 1


def test_every_number_is_in_the_record() -> None:
    assert read_page(html_page(RECORD)).numbers <= numbers_of(RECORD)


def test_a_page_is_written_in_one_move(tmp_path: Path) -> None:
    write_page("<p>ε</p>", tmp_path / "a.html")
    assert (tmp_path / "a.html").read_bytes() == "<p>ε</p>".encode()
    assert [entry.name for entry in tmp_path.iterdir()] == ["a.html"]
    (tmp_path / "folder.html").mkdir()
    with pytest.raises(InvalidInput, match="report file must be a file that can be written to, got"):
        write_page("", tmp_path / "folder.html")
