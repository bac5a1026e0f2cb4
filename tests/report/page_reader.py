"""Read an HTML page as a person would: its text, its elements, its numbers."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any

NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
HIDDEN = {"style", "script"}
VOID = {"meta", "link", "br"}


@dataclass
class _Reader(HTMLParser):
    elements: list[tuple[str, dict[str, str]]] = field(default_factory=list[tuple[str, dict[str, str]]])
    texts: list[str] = field(default_factory=list[str])
    open: list[str] = field(default_factory=list[str])
    mistakes: list[str] = field(default_factory=list[str])

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if not self.open or self.open.pop() != tag:
            self.mistakes.append(tag)

    def handle_data(self, data: str) -> None:
        if not HIDDEN & set(self.open):
            self.texts.append(data)


@dataclass(frozen=True)
class Page:
    """What a page holds."""

    elements: tuple[tuple[str, dict[str, str]], ...]
    text: str
    mistakes: tuple[str, ...]

    @property
    def numbers(self) -> set[str]:
        """Every number in the text and in what hovering shows."""
        shown = [self.text, *(values.get("data-words", "") for _, values in self.elements)]
        return {number for text in shown for number in NUMBER.findall(text)}

    def all(self, attribute: str) -> list[str]:
        """Every value of an attribute."""
        return [values[attribute] for _, values in self.elements if attribute in values]


def read_page(html: str) -> Page:
    """The page; elements that are not closed in order are mistakes."""
    reader = _Reader()
    reader.feed(html)
    reader.close()
    return Page(tuple(reader.elements), "\n".join(reader.texts), (*reader.mistakes, *reader.open))


def numbers_of(record: Any) -> set[str]:
    """Every number of a JSON record, those in its words too."""
    return set(NUMBER.findall("\n".join(_pieces(record))))


def _pieces(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for item in value.values():  # pyright: ignore[reportUnknownVariableType]
            yield from _pieces(item)
    elif isinstance(value, list):
        for item in value:  # pyright: ignore[reportUnknownVariableType]
            yield from _pieces(item)
    else:
        yield value if isinstance(value, str) else json.dumps(value)
