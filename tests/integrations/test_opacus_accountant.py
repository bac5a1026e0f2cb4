from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tightdp import AddRemove, CannotAnswer, Gaussian, InvalidInput, Poisson, Program, Step, account


def test_the_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opacus.accountants", None)
    monkeypatch.setitem(sys.modules, "opacus", None)
    monkeypatch.delitem(sys.modules, "tightdp.integrations.opacus_accountant", raising=False)
    with pytest.raises(ImportError, match="this accountant needs Opacus"):
        importlib.import_module("tightdp.integrations.opacus_accountant")


torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")
opacus: Any = pytest.importorskip("opacus", reason="needs Opacus: make test-integrations")

from tightdp.integrations.opacus_accountant import TightOpacusAccountant

pytestmark = pytest.mark.filterwarnings("ignore")


def private(engine: Any, **options: Any) -> tuple[Any, ...]:
    """A small model, made private."""
    torch.manual_seed(1)
    data = torch.utils.data.TensorDataset(torch.randn(100, 3), torch.randint(2, (100,)))
    model = torch.nn.Linear(3, 2)
    make = engine.make_private if "noise_multiplier" in options else engine.make_private_with_epsilon
    return make(
        module=model,
        optimizer=torch.optim.SGD(model.parameters(), lr=0.1),
        data_loader=torch.utils.data.DataLoader(data, batch_size=5),
        max_grad_norm=1.0,
        **options,
    )


def trained(model: Any, optimizer: Any, loader: Any) -> None:
    """One pass."""
    for x, y in loader:
        optimizer.zero_grad()
        torch.nn.functional.cross_entropy(model(x), y, reduction="sum").backward()
        optimizer.step()


def test_an_engine_takes_it_by_name_and_gives_the_direct_answer(tmp_path: Path) -> None:
    """Real steps of a real engine; then a checkpoint, read into a new one."""
    engine = opacus.PrivacyEngine(accountant="tightdp")
    model, optimizer, loader = private(engine, noise_multiplier=1.0)
    trained(model, optimizer, loader)
    direct = account(20 * Step(Gaussian(1.0), Poisson(0.05)), AddRemove()).epsilon(1e-5)
    assert engine.get_epsilon(1e-5) == direct.upper
    assert len(engine.accountant) == 20
    engine.save_checkpoint(path=tmp_path / "run.pt", module=model, optimizer=optimizer)
    again = opacus.PrivacyEngine(accountant="tightdp")
    again.load_checkpoint(path=tmp_path / "run.pt", module=model, optimizer=optimizer)
    assert again.get_epsilon(1e-5) == direct.upper


def test_noise_is_calibrated_for_a_target() -> None:
    engine = opacus.PrivacyEngine(accountant="tightdp")
    _, optimizer, _ = private(engine, target_epsilon=3.0, target_delta=1e-5, epochs=2)
    spent = account(40 * Step(Gaussian(optimizer.noise_multiplier), Poisson(0.05)), AddRemove()).epsilon(1e-5)
    assert 2.98 < spent.upper <= 3.0


def test_noise_is_calibrated_for_the_relation_of_the_engine_s_accountant() -> None:
    """The engine makes a new accountant by name: it must be one for groups, too."""
    engine = opacus.PrivacyEngine(accountant="tightdp")
    engine.accountant = TightOpacusAccountant(AddRemove(4))
    _, optimizer, _ = private(engine, target_epsilon=3.0, target_delta=1e-5, epochs=2)
    run = 40 * Step(Gaussian(optimizer.noise_multiplier), Poisson(0.05))
    assert 2.98 < account(run, AddRemove(4)).epsilon(1e-5).upper <= 3.0
    engine.accountant.history = [(1.0, 0.05, 7)]
    plain = TightOpacusAccountant()
    plain.load_state_dict(engine.accountant.state_dict())
    engine.accountant.load_state_dict(plain.state_dict())
    assert plain.program == engine.accountant.program == 7 * Step(Gaussian(1.0), Poisson(0.05))


@pytest.mark.parametrize("mode", ["hooks", "functorch", "ew", "ghost"])
def test_every_way_to_clip_counts_the_same(mode: str) -> None:
    engine = opacus.PrivacyEngine(accountant="tightdp")
    model, optimizer, *criterion, loader = private(
        engine, noise_multiplier=1.0, grad_sample_mode=mode, criterion=torch.nn.CrossEntropyLoss()
    )
    loss = criterion[0] if criterion else torch.nn.CrossEntropyLoss()
    for x, y in loader:
        optimizer.zero_grad()
        loss(model(x), y).backward()
        optimizer.step()
    assert engine.accountant.program == 20 * Step(Gaussian(1.0), Poisson(0.05))


def test_ghost_clipping_forgets_batches_that_are_not_stepped_on() -> None:
    """It says one batch whatever was accumulated, and rightly: a backward pass clears what the ones before it left."""
    engine = opacus.PrivacyEngine(accountant="tightdp")
    model, optimizer, loss, loader = private(
        engine, noise_multiplier=0.0, grad_sample_mode="ghost", criterion=torch.nn.CrossEntropyLoss()
    )
    batches = [batch for batch in loader if len(batch[0])][:2]
    gradients: list[list[Any]] = []
    for kept in (batches, batches[1:]):
        optimizer.zero_grad()
        for x, y in kept:
            loss(model(x), y).backward()
        gradients.append([parameter.grad.clone() for parameter in model.parameters()])
    assert all(map(torch.equal, *gradients))


def test_a_noise_schedule_is_followed_step_by_step() -> None:
    engine = opacus.PrivacyEngine(accountant="tightdp")
    model, optimizer, loader = private(engine, noise_multiplier=2.0)
    schedule = pytest.importorskip("opacus.schedulers").ExponentialNoise(optimizer, gamma=0.9)
    wanted = Program()
    for x, y in loader:
        wanted += Step(Gaussian(optimizer.noise_multiplier), Poisson(0.05))
        trained(model, optimizer, [(x, y)])
        schedule.step()
    assert engine.accountant.program == wanted
    assert len(wanted.parts) == len(loader) == 20
    assert engine.get_epsilon(1e-5) == account(wanted, AddRemove()).epsilon(1e-5).upper


def test_adaptive_clipping_is_refused() -> None:
    """Its count of unclipped gradients moves by 1 with a record; half of that is what its noise is made for."""
    engine = opacus.PrivacyEngine(accountant="tightdp")
    model, optimizer, loader = private(
        engine,
        noise_multiplier=1.0,
        clipping="adaptive",
        target_unclipped_quantile=0.5,
        clipbound_learning_rate=0.2,
        max_clipbound=10.0,
        min_clipbound=0.1,
        unclipped_num_std=2.0,
    )
    with pytest.raises(CannotAnswer, match="a step with Opacus's adaptive clipping: it publishes a count"):
        trained(model, optimizer, loader)
    assert len(engine.accountant) == 0


def test_it_is_tighter_than_the_accountants_it_stands_beside() -> None:
    names = ("tightdp", "prv", "rdp")
    accountants = [opacus.accountants.create_accountant(name) for name in names]
    for accountant in accountants:
        accountant.history = [(1.0, 0.01, 1000)]
    tight, numeric, renyi = (accountant.get_epsilon(1e-5) for accountant in accountants)
    assert tight < numeric < renyi
    assert tight == account(1000 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove()).epsilon(1e-5).upper


def test_steps_are_merged_and_schedules_kept() -> None:
    accountant = TightOpacusAccountant()
    for noise, rate in [(1.0, 0.01), (1.0, 0.01), (2.0, 0.01), (1.0, 0.01)]:
        accountant.step(noise_multiplier=noise, sample_rate=rate)
    assert accountant.history == [(1.0, 0.01, 2), (2.0, 0.01, 1), (1.0, 0.01, 1)]
    assert accountant.program == 3 * Step(Gaussian(1.0), Poisson(0.01)) + Step(Gaussian(2.0), Poisson(0.01))


def test_a_state_survives_json_and_bad_ones_are_refused() -> None:
    first, second = TightOpacusAccountant(), TightOpacusAccountant()
    first.step(noise_multiplier=1.0, sample_rate=0.01)
    second.load_state_dict(json.loads(json.dumps(first.state_dict())))
    assert second.history == first.history
    assert second.get_delta(0.5) == first.get_delta(0.5)
    with pytest.raises(ValueError, match="cannot be loaded into"):
        second.load_state_dict({"history": [], "mechanism": "prv"})
    with pytest.raises(InvalidInput, match="history must be a list of"):
        second.load_state_dict({"history": [3], "mechanism": "tightdp"})
    assert second.history == first.history


def test_groups_are_asked_for_by_the_relation() -> None:
    engine = opacus.PrivacyEngine(accountant="tightdp")
    engine.accountant = TightOpacusAccountant(AddRemove(4), rtol=1e-2)
    engine.accountant.history = [(1.0, 0.01, 100)]
    direct = account(100 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove(4), rtol=1e-2)
    assert engine.get_epsilon(1e-5) == direct.epsilon(1e-5).upper
    assert engine.accountant.answer.because.theorems == direct.because.theorems


def test_batches_that_are_added_up_are_refused_and_parts_of_one_are_not() -> None:
    """k batches at rate q hold a record Bin(k, q) times; Opacus's accountants count one batch at rate k q."""
    engine = opacus.PrivacyEngine(accountant="tightdp")
    model, optimizer, loader = private(engine, noise_multiplier=1.0)
    manager: Any = pytest.importorskip("opacus.utils.batch_memory_manager").BatchMemoryManager
    with manager(data_loader=loader, max_physical_batch_size=2, optimizer=optimizer) as parts:
        trained(model, optimizer, parts)
    assert engine.accountant.program == 20 * Step(Gaussian(1.0), Poisson(0.05))
    model.allow_grad_accumulation()
    optimizer.zero_grad()
    for x, y in list(loader)[:2]:
        torch.nn.functional.cross_entropy(model(x), y, reduction="sum").backward()
    with pytest.raises(CannotAnswer, match="a record may be in several of them"):
        optimizer.step()
