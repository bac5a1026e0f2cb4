from __future__ import annotations

import json

from tightdp.spec.ledger_line import START, checked_line, sealed_line


def test_a_sealed_line_is_json_and_verifies() -> None:
    line = sealed_line(b'{"n":1}', START)
    assert json.loads(line.text) == {"check": line.check, "n": 1}
    assert checked_line(line.text, START) == line


def test_the_checksum_covers_the_lines_before() -> None:
    first = sealed_line(b'{"n":1}', START)
    second = sealed_line(b'{"n":2}', first.check)
    assert checked_line(second.text, first.check) == second
    assert checked_line(second.text, START) is None


def test_every_changed_byte_is_noticed() -> None:
    text = sealed_line(b'{"n":1,"note":"a"}', START).text
    for place in range(len(text)):
        changed = bytes([*text[:place], text[place] ^ 1, *text[place + 1 :]])
        assert checked_line(changed, START) is None
        assert checked_line(text[:place], START) is None
