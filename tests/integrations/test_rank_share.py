from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from integrations.gloo_rank import RECORDS, STEPS
from tightdp import FullBatch, InvalidInput, Poisson
from tightdp.integrations.rank_share import rank_share
from tightdp.sampling import BatchSampler

torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")


def ran(folder: Path, world_size: int, how: str) -> list[Path]:
    """What gloo processes have written."""
    command = [sys.executable, "-m", "integrations.gloo_rank", str(folder)]
    ranks = [
        subprocess.Popen([*command, str(rank), str(world_size), how], cwd=Path(__file__).parents[1])
        for rank in range(world_size)
    ]
    assert [process.wait(timeout=120) for process in ranks] == [0] * world_size
    return [folder / f"rank{rank}" for rank in range(world_size)]


def test_ranks_that_mean_different_runs_are_told_so_on_every_rank(tmp_path: Path) -> None:
    for told in ran(tmp_path, 2, "differs"):
        words = told.read_text(encoding="utf-8")
        assert re.match(r"the sampler of rank 1 must be as on rank 0, .*'steps': 8.* got .*'steps': 9", words), words
        assert "key" not in words


@pytest.mark.parametrize("world_size", [2, 3])
def test_real_ranks_draw_disjoint_shares_of_one_global_draw(world_size: int, tmp_path: Path) -> None:
    """Gloo processes, each with a key of its own until rank 0's is shared."""
    written = ran(tmp_path, world_size, "alike")
    told = [json.loads(one.read_text(encoding="utf-8")) for one in written]
    alone = BatchSampler(Poisson(0.1), dataset_size=RECORDS, steps=STEPS)
    alone.load_state_dict(told[1]["state"])
    for step in range(STEPS):
        shares = [one["seen"][step] for one in told]
        assert sorted(i for share in shares for i in share) == alone.batch(step).tolist()
        assert {one["sums"][step] for one in told} == {float(alone.batch(step).sum())}


def test_a_process_group_is_needed() -> None:
    with pytest.raises(InvalidInput, match="process group must be initialised"):
        rank_share(BatchSampler(FullBatch(), dataset_size=3, steps=2))


def test_batches_may_not_be_drawn_yet(tmp_path: Path) -> None:
    torch.distributed.init_process_group("gloo", f"file://{tmp_path / 'meeting'}", rank=0, world_size=1)
    try:
        sampler = BatchSampler(FullBatch(), dataset_size=3, steps=2)
        assert rank_share(sampler).batch(0).tolist() == [0, 1, 2]
        next(iter(sampler))
        with pytest.raises(InvalidInput, match="load a saved state into the share afterwards"):
            rank_share(sampler)
    finally:
        torch.distributed.destroy_process_group()
