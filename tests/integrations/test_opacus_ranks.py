"""Opacus's distributed optimizer on shares of one global draw."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from integrations.opacus_rank import NOISE, SCHEME, STEPS, values, whole_run
from tightdp import Gaussian, Step

pytest.importorskip("opacus", reason="needs Opacus: make test-integrations")


def test_ranks_step_together_on_the_global_batch_and_count_it_once(tmp_path: Path) -> None:
    """Shares without records included: the sum of clipped gradients is that of the global batches."""
    command = [sys.executable, "-W", "ignore", "-m", "integrations.opacus_rank", str(tmp_path)]
    ranks = [subprocess.Popen([*command, str(rank), "2"], cwd=Path(__file__).parents[1]) for rank in range(2)]
    assert [process.wait(timeout=120) for process in ranks] == [0, 0]
    told = [json.loads((tmp_path / f"rank{rank}").read_text(encoding="utf-8")) for rank in range(2)]
    drawn = [whole_run().batch(step).tolist() for step in range(STEPS)]
    assert [sum(sizes) for sizes in zip(*(one["sizes"] for one in told), strict=True)] == list(map(len, drawn))
    assert 0 in told[1]["sizes"]
    gradients = [min(value, 1.0) for value in values()]
    moved = sum(gradients[int(record)] for batch in drawn for record in batch)
    for one in told:
        assert one["moved"] == pytest.approx(moved, rel=1e-4)
        assert one["optimizer"] == "DistributedDPOptimizer"
        assert one["program"] == repr(STEPS * Step(Gaussian(NOISE), SCHEME))
