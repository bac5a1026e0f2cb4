from __future__ import annotations

from typing import Any

import pytest

from tightdp import Poisson
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler
from tightdp.sampling import BatchSampler, Randomness


def batches(seed: int = 1, steps: int = 12) -> TorchBatchSampler:
    source = Randomness.seeded(seed)
    return TorchBatchSampler(BatchSampler(Poisson(0.2), dataset_size=30, steps=steps, source=source))


def test_lists_of_indices_are_the_sampler_s_batches() -> None:
    ours = batches()
    drawn = list(ours)
    assert drawn == [ours.sampler.batch(t).tolist() for t in range(12)]
    assert all(type(index) is int for batch in drawn for index in batch)
    assert len(ours) == 0


def test_states_are_the_sampler_s() -> None:
    first, second = batches(), batches(seed=2)
    drawn = list(first)
    second.load_state_dict(first.state_dict(position=5))
    assert list(second) == drawn[5:]
    assert first.state_dict() == first.sampler.state_dict()


@pytest.mark.filterwarnings("ignore:os.fork:RuntimeWarning")  # JAX, if loaded, warns of any loader with workers
@pytest.mark.parametrize("workers", [0, 2])
def test_a_loader_hands_out_these_batches(workers: int) -> None:
    torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")
    data = torch.utils.data.TensorDataset(torch.arange(30))
    loader = torch.utils.data.DataLoader(data, batch_sampler=batches(), num_workers=workers, collate_fn=list)
    assert len(loader) == 12
    seen = [[int(record[0]) for record in records] for records in loader]
    assert seen == list(batches())
