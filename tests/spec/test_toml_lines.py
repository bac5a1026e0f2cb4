from __future__ import annotations

import tomllib
from collections.abc import Iterator
from typing import Any, cast

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.spec.paths import KeyPath
from tightdp.spec.toml_lines import toml_lines

TABLES = """\
# a comment with [[phase]] and key = 1
delta = 1e-5   # steps = 3

[[phase]]
steps = 10
mechanism = { type = "gaussian", noise_multiplier = 1.1 }

[phase.scheme]   # belongs to phase[0]
type = "poisson"
rate = 0.01

[[phase]]
mechanism.type = "laplace"
"mechanism" . 'scale' = 2
steps = 20
[[ phase . extra ]]
a = 1
[[phase.extra]]
b = 2
"""

VALUES = '''\
text = """
# not a comment
[not.a.table]
not_a_key = 1
quotes "" inside \\""" and five at the end"""""
literal = \'\'\'
key = \'\'
\'\'\'\'\'
short = "a # b \\" ] }"
date = 1979-05-27 07:32:00
list = [   # comment ]
  1, [2, 3],
  { a = 1, b = "}" },   # trailing comma
]
empty = []
none = {}
"quoted key" = 0
"\\u00e9" = 1
last = true'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("delta",), 2),
        (("phase",), 4),
        (("phase", 0), 4),
        (("phase", 0, "steps"), 5),
        (("phase", 0, "mechanism"), 6),
        (("phase", 0, "mechanism", "noise_multiplier"), 6),
        (("phase", 0, "scheme"), 8),
        (("phase", 0, "scheme", "rate"), 10),
        (("phase", 1), 12),
        (("phase", 1, "mechanism"), 13),
        (("phase", 1, "mechanism", "type"), 13),
        (("phase", 1, "mechanism", "scale"), 14),
        (("phase", 1, "steps"), 15),
        (("phase", 1, "extra", 0, "a"), 17),
        (("phase", 1, "extra", 1, "b"), 19),
    ],
)
def test_tables_and_dotted_keys(path: KeyPath, line: int) -> None:
    assert toml_lines(TABLES)[path] == line


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("text",), 1),
        (("literal",), 6),
        (("short",), 9),
        (("date",), 10),
        (("list",), 11),
        (("list", 0), 12),
        (("list", 1, 1), 12),
        (("list", 2, "b"), 13),
        (("empty",), 15),
        (("none",), 16),
        (("quoted key",), 17),
        (("é",), 18),
        (("last",), 19),
    ],
)
def test_values_are_skipped_over(path: KeyPath, line: int) -> None:
    assert toml_lines(VALUES)[path] == line


@pytest.mark.parametrize("text", [TABLES, VALUES, TABLES.replace("\n", "\r\n"), "", "# only a comment"])
def test_the_keys_found_are_those_that_tomllib_finds(text: str) -> None:
    assert set(toml_lines(text)) == set(key_paths(tomllib.loads(text)))


VALUE = st.sampled_from(
    ["1", '"a # ] } b"', "'c'", '"""x\ny"""', "[1, 2]", "[\n1,\n]", "{ a = 1, b.c = [2] }", "1e-5", "true"]
)
KEY = st.sampled_from(["a", "b-c", '"d e"', "'f.g'"])


@given(
    st.lists(
        st.tuples(KEY, VALUE, st.sampled_from(["", "  # note", "\n", "\n\n# x"])),
        max_size=4,
        unique_by=lambda t: t[0],
    )
)
def test_random_pairs_start_where_their_text_starts(pairs: list[tuple[str, str, str]]) -> None:
    text, starts = "", dict[str, int]()
    for key, value, tail in pairs:
        starts[next(iter(tomllib.loads(f"{key} = 0")))] = text.count("\n") + 1
        text += f"{key} = {value}{tail}\n"
    found = toml_lines(text)
    assert {key: found[key,] for key in starts} == starts
    assert set(found) == set(key_paths(tomllib.loads(text)))


def key_paths(value: object, path: KeyPath = ()) -> Iterator[KeyPath]:
    """Every path of a parsed document, tables and list items included."""
    if path:
        yield path
    children: list[tuple[str | int, Any]] = []
    if isinstance(value, dict):
        children = list(cast("dict[str | int, Any]", value).items())
    elif isinstance(value, list):
        children = list(enumerate(cast("list[Any]", value)))
    for key, child in children:
        yield from key_paths(child, (*path, key))
