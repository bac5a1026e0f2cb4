from __future__ import annotations

from pathlib import Path

import pytest

from tightdp.errors import InvalidInput
from tightdp.relations import AddRemove
from tightdp.spec.read_run import from_document, read_run

DOCUMENT = {
    "delta": 0.001,
    "phase": [{"steps": 7, "mechanism": {"type": "laplace", "scale": 1}, "scheme": {"type": "poisson", "rate": 0.5}}],
}
TEXT = """delta = 0.001
[[phase]]
steps = 7
mechanism = { type = "laplace", scale = 1 }
scheme = { type = "poisson", rate = 0.5 }
"""


def test_a_file_and_plain_dictionaries_give_the_same_run(tmp_path: Path) -> None:
    path = tmp_path / "run.toml"
    path.write_text(TEXT, encoding="utf-8")
    run = read_run(path)
    assert run == from_document(DOCUMENT)
    assert (run.program.steps, run.relation, run.delta) == (7, AddRemove(), 0.001)


def test_a_fault_in_a_dictionary_is_named_by_its_path() -> None:
    with pytest.raises(InvalidInput, match="document: delta must be a number, got 'small'"):
        from_document({**DOCUMENT, "delta": "small"})
    with pytest.raises(InvalidInput, match=r"document: delta must be a number in \[0, 1\), got 2.0"):
        from_document({**DOCUMENT, "delta": 2})
