"""One rank of a distributed run of Opacus on shares of one global draw."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tightdp import Poisson
from tightdp.integrations.empty_batches import EmptyAware
from tightdp.integrations.opacus_history import program_of_engine
from tightdp.integrations.rank_share import rank_share
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler
from tightdp.sampling import BatchSampler, Randomness

RECORDS, STEPS, NOISE = 60, 12, 1e-7
SCHEME = Poisson(0.03)


def values() -> list[float]:
    """Gradients of the records; those above 1 are clipped."""
    return [(i + 1) / 40 for i in range(RECORDS)]


def whole_run() -> BatchSampler:
    return BatchSampler(SCHEME, dataset_size=RECORDS, steps=STEPS, source=Randomness.seeded(5))


def run(folder: Path, rank: int, world_size: int) -> None:
    """The loss of a record is its value times the only weight."""
    torch: Any = pytest.importorskip("torch")
    opacus: Any = pytest.importorskip("opacus")
    parallel: Any = pytest.importorskip("opacus.distributed").DifferentiallyPrivateDistributedDataParallel
    torch.set_num_threads(1)
    torch.distributed.init_process_group("gloo", f"file://{folder / 'meeting'}", rank=rank, world_size=world_size)
    data = torch.utils.data.TensorDataset(torch.tensor(values()).reshape(-1, 1))
    batches = TorchBatchSampler(rank_share(whole_run()))
    model = torch.nn.Linear(1, 1, bias=False)
    engine = opacus.PrivacyEngine(accountant="rdp")
    private, optimizer, loader = engine.make_private(
        module=parallel(model),
        optimizer=torch.optim.SGD(model.parameters(), lr=1.0),
        data_loader=torch.utils.data.DataLoader(
            data, batch_sampler=batches, collate_fn=EmptyAware(torch.utils.data.default_collate, data[0])
        ),
        noise_multiplier=NOISE,
        max_grad_norm=1.0,
        loss_reduction="sum",
        poisson_sampling=False,
    )
    before = float(model.weight)
    sizes: list[int] = []
    for (x,) in loader:
        sizes.append(len(x))
        optimizer.zero_grad()
        private(x).sum().backward()
        optimizer.step()
    told = {
        "moved": before - float(model.weight),
        "sizes": sizes,
        "optimizer": type(optimizer).__name__,
        "program": repr(program_of_engine(engine, loader)),
    }
    (folder / f"rank{rank}").write_text(json.dumps(told), encoding="utf-8")
    torch.distributed.destroy_process_group()


if __name__ == "__main__":
    run(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
