from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tightdp import InvalidInput, Poisson
from tightdp.integrations.empty_batches import EmptyAware
from tightdp.integrations.resumable_loader import ResumableLoader
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler
from tightdp.sampling import BatchSampler, Randomness

torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")
pytestmark = pytest.mark.filterwarnings(
    "ignore:os.fork:RuntimeWarning"
)  # JAX, if loaded, warns of any loader with workers
STEPS = 15


def loader_of(workers: int = 0, seed: int = 1) -> ResumableLoader:
    data = torch.utils.data.TensorDataset(torch.arange(30))
    source = Randomness.seeded(seed)
    batches = TorchBatchSampler(BatchSampler(Poisson(0.05), dataset_size=30, steps=STEPS, source=source))
    collate = EmptyAware(torch.utils.data.default_collate, data[0])
    loader = torch.utils.data.DataLoader(data, batch_sampler=batches, num_workers=workers, collate_fn=collate)
    return ResumableLoader(loader)


def seen(batches: Iterator[Any]) -> list[list[int]]:
    return [batch[0].tolist() for batch in batches]


@pytest.mark.parametrize("workers", [0, 2])
def test_a_state_in_the_middle_continues_with_the_next_step(workers: int) -> None:
    """Two workers have fetched up to four batches more than the loop received when the state is saved."""
    first = loader_of(workers)
    wanted = [first.batches.sampler.batch(t).tolist() for t in range(STEPS)]
    state = ""
    for step, batch in enumerate(first):
        assert batch[0].tolist() == wanted[step]
        if step == 5:
            state = json.dumps(first.state_dict())
            ahead = first.batches.sampler.position - 6
            assert ahead >= 3 if workers else ahead == 0
    second = loader_of(workers, seed=2)
    second.load_state_dict(json.loads(state))
    assert (second.position, len(second)) == (6, STEPS - 6)
    assert seen(iter(second)) == wanted[6:]
    assert [] in wanted


@pytest.mark.parametrize("workers", [0, 2])
def test_leaving_a_loop_loses_nothing(workers: int) -> None:
    loader = loader_of(workers)
    wanted = [loader.batches.sampler.batch(t).tolist() for t in range(STEPS)]
    found: list[list[int]] = []
    for batch in loader:
        found.append(batch[0].tolist())
        if len(found) == 4:
            break
    assert found + seen(iter(loader)) == wanted
    assert seen(iter(loader)) == []


def test_other_loaders_are_refused() -> None:
    plain = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.arange(3)))
    with pytest.raises(InvalidInput, match="a DataLoader whose batch_sampler is a TorchBatchSampler"):
        ResumableLoader(plain)
