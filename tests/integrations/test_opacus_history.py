from __future__ import annotations

import math
from itertools import islice
from types import SimpleNamespace
from typing import Any

import pytest

from tightdp import (
    CannotAnswer,
    Gaussian,
    InvalidInput,
    Poisson,
    Program,
    RandomAllocation,
    Step,
    WithoutReplacement,
    WithReplacement,
)
from tightdp.integrations.empty_batches import EmptyAware
from tightdp.integrations.opacus_history import program_from_history, program_of_engine
from tightdp.integrations.resumable_loader import ResumableLoader
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler
from tightdp.sampling import BatchSampler, Randomness
from tightdp.schemes import AbstractScheme


def test_entries_are_steps() -> None:
    history = [(1.1, 0.01, 500), (1.1, 0.02, 300), [1.1, 0.01, 7]]
    wanted = 507 * Step(Gaussian(1.1), Poisson(0.01)) + 300 * Step(Gaussian(1.1), Poisson(0.02))
    assert program_from_history(history) == wanted
    assert program_from_history([]) == Program()


@pytest.mark.parametrize("entry", [(1.0, 0.1), "abc", 3, None])
def test_other_entries_are_refused(entry: object) -> None:
    with pytest.raises(InvalidInput, match="history must be a list of"):
        program_from_history([(1.0, 0.1, 1), entry])
    with pytest.raises(InvalidInput, match=r"rate must be in \[0, 1\]"):
        program_from_history([(1.0, 1.5, 1)])


def test_an_engine_without_a_history_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"engine must be an opacus\.PrivacyEngine"):
        program_of_engine(SimpleNamespace(accountant=None), None)


def engine_and_loader(*, poisson: bool, scheme: AbstractScheme | None = None) -> tuple[Any, Any, Any]:
    """A model that was made private by Opacus, two steps taken."""
    torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")
    opacus: Any = pytest.importorskip("opacus", reason="needs Opacus: make test-integrations")
    torch.manual_seed(1)
    data = torch.utils.data.TensorDataset(torch.randn(90, 3), torch.randint(2, (90,)))
    model = torch.nn.Linear(3, 2)
    given = torch.utils.data.DataLoader(data, batch_size=9, shuffle=True)
    if scheme is not None:
        sampler = BatchSampler(scheme, dataset_size=90, steps=40, source=Randomness.seeded(3))
        collate = EmptyAware(torch.utils.data.default_collate, data[0])
        given = torch.utils.data.DataLoader(data, batch_sampler=TorchBatchSampler(sampler), collate_fn=collate)
    engine = opacus.PrivacyEngine(accountant="prv")
    model, optimizer, loader = engine.make_private(
        module=model,
        optimizer=torch.optim.SGD(model.parameters(), lr=0.1),
        data_loader=given,
        noise_multiplier=1.5,
        max_grad_norm=1.0,
        poisson_sampling=poisson,
        loss_reduction="sum",
    )
    for x, y in islice(loader, 2):
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y, reduction="sum").backward()
        optimizer.step()
    return engine, loader, torch


@pytest.mark.filterwarnings("ignore")
def test_a_real_engine_is_read_with_the_rate_its_loader_realises() -> None:
    engine, loader, torch = engine_and_loader(poisson=True)
    realised = Poisson(1677722 / 2**24)
    assert program_of_engine(engine, loader) == 2 * Step(Gaussian(1.5), realised)
    assert program_from_history(engine.accountant.history) == 2 * Step(Gaussian(1.5), Poisson(0.1))
    other = torch.utils.data.DataLoader(loader.dataset, batch_size=9)
    assert len(engine.accountant.history) == 1
    with pytest.raises(CannotAnswer, match="it counts steps of Poisson sampling, and the loader is none"):
        program_of_engine(engine, other)
    engine.accountant.step(noise_multiplier=1.5, sample_rate=0.2)
    with pytest.raises(CannotAnswer, match=r"counted at rate 0\.2.* the loader draws Poisson\(rate=0\.1.*10 batches"):
        program_of_engine(engine, loader)


@pytest.mark.filterwarnings("ignore")
def test_a_pass_that_rounding_shortens_is_still_the_loader_s() -> None:
    """93 batches make int(1 / (1 / 93)) = 92 for Opacus, which then counts the rate 1/92 and draws at 1/93."""
    engine, _, torch = engine_and_loader(poisson=True)
    kind: Any = pytest.importorskip("opacus.data_loader").DPDataLoader
    data = torch.utils.data.TensorDataset(torch.randn(93, 3))
    short = kind.from_data_loader(torch.utils.data.DataLoader(data, batch_size=1))
    assert len(short) == 92
    engine.accountant.history = [(1.5, 1 / 92, 5)]
    assert program_of_engine(engine, short) == 5 * Step(Gaussian(1.5), Poisson(math.ceil(2**24 / 93) / 2**24))
    engine.accountant.history = [(1.5, 1 / 91, 5)]
    with pytest.raises(CannotAnswer, match="and has 92 batches"):
        program_of_engine(engine, short)


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("scheme", [Poisson(0.1), WithoutReplacement(90, 9), WithReplacement(90, 9)])
def test_with_a_loader_of_ours_the_scheme_counts_and_not_the_length(scheme: AbstractScheme) -> None:
    """Opacus counts 1 / len(loader), which is 1/40 for 40 steps and has nothing to do with the scheme."""
    engine, loader, _ = engine_and_loader(poisson=False, scheme=scheme)
    assert engine.accountant.history == [(1.5, 1 / 40, 2)]
    assert program_of_engine(engine, loader) == 2 * Step(Gaussian(1.5), scheme)
    resumed = [*engine.accountant.history, (1.5, 1 / 38, 3)]
    engine.accountant.history = resumed
    assert program_of_engine(engine, ResumableLoader(loader)) == 5 * Step(Gaussian(1.5), scheme)
    wrap: Any = pytest.importorskip("opacus.utils.batch_memory_manager").wrap_data_loader
    parts = wrap(data_loader=loader, max_batch_size=4, optimizer=None)
    assert program_of_engine(engine, parts) == 5 * Step(Gaussian(1.5), scheme)
    engine.accountant.history = [(1.5, 0.3, 2)]
    with pytest.raises(CannotAnswer, match=r"counted at rate 0\.3"):
        program_of_engine(engine, loader)


@pytest.mark.filterwarnings("ignore")
def test_a_loader_of_passes_is_refused() -> None:
    engine, loader, _ = engine_and_loader(poisson=False, scheme=RandomAllocation(10))
    with pytest.raises(CannotAnswer, match="the loader is random-allocation"):
        program_of_engine(engine, loader)


@pytest.mark.filterwarnings("ignore")
def test_an_engine_that_shuffles_is_refused() -> None:
    """Opacus reports a number for it all the same."""
    engine, loader, _ = engine_and_loader(poisson=False)
    assert engine.get_epsilon(1e-5) > 0
    with pytest.raises(CannotAnswer, match="the loader is shuffled"):
        program_of_engine(engine, loader)
