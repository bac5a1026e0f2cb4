from __future__ import annotations

from pathlib import Path

import pytest

from tightdp import AddRemove, Gaussian, InvalidInput, Poisson, Step, Substitute, account
from tightdp.relations import AbstractRelation
from tightdp.spec import Ledger, merge_ledgers

STEP = Step(Gaussian(1.0), Poisson(0.01))


def begun(path: Path, relation: AbstractRelation) -> Path:
    with Ledger.open(path, relation) as ledger:
        ledger.append(STEP, 1000, note=path.stem)
    return path


def test_merging_is_composition(tmp_path: Path) -> None:
    """Two runs of PG(0.01, 1, 1000): 2.5838, not twice 1.828."""
    sources = [begun(tmp_path / name, AddRemove()) for name in ("a.jsonl", "b.jsonl")]
    with merge_ledgers(tmp_path / "both.jsonl", sources) as both:
        assert [entry.note for entry in both.entries] == ["a", "b"]
        bound = account(both.program, both.relation).epsilon(1e-5)
    assert bound.lower - 2e-4 <= 2.5838 <= bound.upper + 2e-4


def test_relations_do_not_mix(tmp_path: Path) -> None:
    sources = [begun(tmp_path / "a.jsonl", AddRemove()), begun(tmp_path / "b.jsonl", Substitute(3))]
    with pytest.raises(InvalidInput, match=r"ledgers of one relation, got .*substitute of 3.*do not compose"):
        merge_ledgers(tmp_path / "both.jsonl", sources)


def test_what_cannot_be_merged(tmp_path: Path) -> None:
    path = begun(tmp_path / "a.jsonl", AddRemove())
    with pytest.raises(InvalidInput, match=r"the name of a new file"):
        merge_ledgers(path, [path])
    with pytest.raises(InvalidInput, match=r"sources must be at least one ledger"):
        merge_ledgers(tmp_path / "b.jsonl", [])
