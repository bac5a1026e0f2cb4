from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import islice
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


def loader_of(workers: int = 0, seed: int = 1, **options: Any) -> ResumableLoader:
    data = torch.utils.data.TensorDataset(torch.arange(30))
    source = Randomness.seeded(seed)
    batches = TorchBatchSampler(BatchSampler(Poisson(0.05), dataset_size=30, steps=STEPS, source=source))
    collate = EmptyAware(torch.utils.data.default_collate, data[0])
    return ResumableLoader(
        torch.utils.data.DataLoader(data, batch_sampler=batches, num_workers=workers, collate_fn=collate, **options)
    )


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


LOADERS = pytest.mark.parametrize(
    ("workers", "options"),
    [(0, {}), (2, {}), (2, {"persistent_workers": True}), (1, {"persistent_workers": True, "prefetch_factor": 7})],
)


@LOADERS
def test_leaving_a_loop_loses_nothing(workers: int, options: dict[str, Any]) -> None:
    """By ``break``, by ``islice`` as for epochs, and at the end."""
    loader = loader_of(workers, **options)
    wanted = [loader.batches.sampler.batch(t).tolist() for t in range(STEPS)]
    found: list[list[int]] = []
    for batch in loader:
        found.append(batch[0].tolist())
        if len(found) == 4:
            break
    for _ in range(2):
        found += seen(islice(loader, 3))
        assert (loader.position, len(loader)) == (len(found), STEPS - len(found))
    assert found + seen(iter(loader)) == wanted
    assert seen(iter(loader)) == []


@LOADERS
def test_a_loop_that_was_not_left_ends_with_an_error(workers: int, options: dict[str, Any]) -> None:
    """Its workers have fetched steps that the other loop takes: going on would take them twice."""
    loader = loader_of(workers, **options)
    wanted = [loader.batches.sampler.batch(t).tolist() for t in range(STEPS)]
    first, second = iter(loader), iter(loader)
    found = [next(first)[0].tolist(), next(second)[0].tolist()]
    with pytest.raises(InvalidInput, match="loop must be left once a state was loaded or another loop over the loader"):
        next(first)
    assert found + seen(second) == wanted


@LOADERS
def test_a_state_is_not_loaded_into_a_running_loop(workers: int, options: dict[str, Any]) -> None:
    loader = loader_of(workers, **options)
    saved = loader.state_dict()
    wanted = [loader.batches.sampler.batch(t).tolist() for t in range(STEPS)]
    running = iter(loader)
    assert seen(islice(running, 3)) == wanted[:3]
    loader.load_state_dict(saved)
    with pytest.raises(InvalidInput, match="left once a state was loaded"):
        next(running)
    assert seen(iter(loader)) == wanted


def test_batches_in_another_order_are_refused() -> None:
    with pytest.raises(InvalidInput, match="in_order must be True: which steps were taken must follow"):
        loader_of(2, in_order=False)


def test_other_loaders_are_refused() -> None:
    plain = torch.utils.data.DataLoader(torch.utils.data.TensorDataset(torch.arange(3)))
    with pytest.raises(InvalidInput, match="a DataLoader whose batch_sampler is a TorchBatchSampler"):
        ResumableLoader(plain)
