from __future__ import annotations

import json

import pytest

from tightdp.errors import InvalidInput
from tightdp.spec.json_lines import json_lines
from tightdp.spec.paths import KeyPath

TEXT = """{
  "delta": 1e-5, "note": "a \\" } , ]",
  "phase": [
    {
      "steps": 10, "empty": {}, "none": [],
      "mechanism":
        {"type": "gaussian",
         "noise_\\u006dultiplier": 1.1}
    },
    [true, null]
  ]
}"""


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("delta",), 2),
        (("note",), 2),
        (("phase",), 3),
        (("phase", 0), 4),
        (("phase", 0, "none"), 5),
        (("phase", 0, "mechanism"), 6),
        (("phase", 0, "mechanism", "type"), 7),
        (("phase", 0, "mechanism", "noise_multiplier"), 8),
        (("phase", 1), 10),
        (("phase", 1, 1), 10),
    ],
)
def test_each_key_has_its_line(path: KeyPath, line: int) -> None:
    assert json_lines(TEXT, "run.json")[path] == line


def test_nothing_but_keys_and_items_is_found() -> None:
    assert json.loads(TEXT)["phase"][1] == [True, None]
    assert len(json_lines(TEXT, "run.json")) == 13
    assert json_lines(" 3 ", "run.json") == {}


def test_a_key_given_twice_is_refused_with_its_line() -> None:
    text = '{"phase": [\n{"steps": 1,\n"steps": 2}]}'
    with pytest.raises(InvalidInput, match=r"run.json:3: phase\[0\].steps must be given once, got 'steps'"):
        json_lines(text, "run.json")
