from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tightdp import CannotAnswer, Gaussian, InvalidInput, Poisson, Program, Step
from tightdp.integrations.opacus_history import program_from_history, program_of_engine


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


def engine_and_loader(*, poisson: bool) -> tuple[Any, Any, Any]:
    """A model that was made private by Opacus, two steps taken."""
    torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")
    opacus: Any = pytest.importorskip("opacus", reason="needs Opacus: make test-integrations")
    torch.manual_seed(1)
    data = torch.utils.data.TensorDataset(torch.randn(90, 3), torch.randint(2, (90,)))
    model = torch.nn.Linear(3, 2)
    engine = opacus.PrivacyEngine(accountant="prv")
    model, optimizer, loader = engine.make_private(
        module=model,
        optimizer=torch.optim.SGD(model.parameters(), lr=0.1),
        data_loader=torch.utils.data.DataLoader(data, batch_size=9, shuffle=True),
        noise_multiplier=1.5,
        max_grad_norm=1.0,
        poisson_sampling=poisson,
    )
    for x, y in list(loader)[:2]:
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
    with pytest.raises(CannotAnswer, match=r"steps that were counted at rate 0\.2.* the loader draws at rate 0\.1"):
        program_of_engine(engine, loader)


@pytest.mark.filterwarnings("ignore")
def test_an_engine_that_shuffles_is_refused() -> None:
    """Opacus reports a number for it all the same."""
    engine, loader, _ = engine_and_loader(poisson=False)
    assert engine.get_epsilon(1e-5) > 0
    with pytest.raises(CannotAnswer, match="the loader is shuffled"):
        program_of_engine(engine, loader)
