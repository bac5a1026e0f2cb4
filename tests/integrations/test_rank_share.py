from __future__ import annotations

import json
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


@pytest.mark.parametrize("world_size", [2, 3])
def test_real_ranks_draw_disjoint_shares_of_one_global_draw(world_size: int, tmp_path: Path) -> None:
    """Gloo processes, each with a key of its own until rank 0's is shared."""
    command = [sys.executable, "-m", "integrations.gloo_rank", str(tmp_path)]
    ranks = [
        subprocess.Popen([*command, str(rank), str(world_size)], cwd=Path(__file__).parents[1])
        for rank in range(world_size)
    ]
    assert [process.wait(timeout=120) for process in ranks] == [0] * world_size
    told = [json.loads((tmp_path / f"rank{rank}").read_text(encoding="utf-8")) for rank in range(world_size)]
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
