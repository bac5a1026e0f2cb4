"""A training loop with workers that fetch ahead, a process for each rank: to be killed from outside and begun again."""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from tightdp import Poisson
from tightdp.integrations.empty_batches import EmptyAware
from tightdp.integrations.rank_share import rank_share
from tightdp.integrations.resumable_loader import ResumableLoader
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler
from tightdp.sampling import BatchSampler

RECORDS, STEPS = 60, 30


def global_sampler() -> BatchSampler:
    """With a key of the operating system: only the saved state knows it."""
    return BatchSampler(Poisson(0.05), dataset_size=RECORDS, steps=STEPS)


def run(folder: Path, life: str, rank: int, world_size: int, until: int) -> None:
    """Each step becomes a line of this rank's log; rank 0 then saves the state, all of it or nothing.

    After so many steps updates take long, so that whoever is to kill this loop is in time.
    """
    torch: Any = pytest.importorskip("torch")
    torch.set_num_threads(1)
    sampler = global_sampler()
    if world_size > 1:
        meeting = f"file://{folder / f'meeting{life}'}"
        torch.distributed.init_process_group("gloo", meeting, rank=rank, world_size=world_size)
        sampler = rank_share(sampler)
    data = torch.utils.data.TensorDataset(torch.arange(RECORDS))
    collate = EmptyAware(torch.utils.data.default_collate, data[0])
    loader = ResumableLoader(
        torch.utils.data.DataLoader(
            data, batch_sampler=TorchBatchSampler(sampler), collate_fn=collate, num_workers=2, prefetch_factor=3
        )
    )
    state = folder / "state.json"
    if state.exists():
        loader.load_state_dict(json.loads(state.read_text(encoding="utf-8")))
    for taken, (records,) in enumerate(loader):
        total = records.sum()
        if world_size > 1:
            torch.distributed.all_reduce(total)
        line = json.dumps([loader.position - 1, records.tolist(), int(total)])
        with (folder / f"rank{rank}").open("a", encoding="utf-8") as log:
            log.write(line + "\n")
        if rank == 0:
            fresh = folder / "state.new"
            fresh.write_text(json.dumps(loader.state_dict()), encoding="utf-8")
            fresh.replace(state)
        time.sleep(0.02 if taken < until else 1.0)  # an update


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2], *map(int, sys.argv[3:]))
