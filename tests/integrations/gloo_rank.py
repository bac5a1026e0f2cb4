"""One process of a distributed run: its share of the batches, and the sum over all ranks of what it saw."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tightdp import InvalidInput, Poisson
from tightdp.integrations.rank_share import rank_share
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler
from tightdp.sampling import BatchSampler

RECORDS, STEPS = 60, 8


def run(folder: Path, rank: int, world_size: int, *, differs: bool) -> None:
    torch: Any = pytest.importorskip("torch")
    torch.set_num_threads(1)
    meeting = f"file://{folder / 'meeting'}"
    torch.distributed.init_process_group("gloo", meeting, rank=rank, world_size=world_size)
    if differs:
        steps = STEPS + rank  # another run
        try:
            rank_share(BatchSampler(Poisson(0.1), dataset_size=RECORDS, steps=steps))
        except InvalidInput as refusal:
            (folder / f"rank{rank}").write_text(str(refusal), encoding="utf-8")
        torch.distributed.destroy_process_group()
        return
    share = rank_share(BatchSampler(Poisson(0.1), dataset_size=RECORDS, steps=STEPS))
    data = torch.utils.data.TensorDataset(torch.arange(RECORDS))
    loader = torch.utils.data.DataLoader(data, batch_sampler=TorchBatchSampler(share), collate_fn=list)
    seen: list[list[int]] = []
    sums: list[float] = []
    for records in loader:
        seen.append([int(record[0]) for record in records])
        total = torch.tensor(float(sum(seen[-1])))
        torch.distributed.all_reduce(total)
        sums.append(float(total))
    state = share.state_dict(position=3)
    (folder / f"rank{rank}").write_text(json.dumps({"seen": seen, "sums": sums, "state": state}), encoding="utf-8")
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]), differs=sys.argv[4] == "differs")
