"""The digits example for real: PyTorch, scikit-learn's images, and the command that a reader would type."""

from __future__ import annotations

import csv
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from house.sources import ROOT
from tightdp import Gaussian, Ledger, Poisson, Step

torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")
pytest.importorskip("sklearn", reason="needs scikit-learn: make test-integrations")
COMMITTED = ROOT / "examples" / "digits" / "results" / "table.csv"


def part(name: str) -> Any:
    """A module of the example; other packages that are installed may have ``examples``, too."""
    if sys.path[0] != str(ROOT):
        sys.path.insert(0, str(ROOT))
    return import_module(f"examples.digits.{name}")


def made(folder: Path, *words: str) -> list[dict[str, str]]:
    """What the command writes."""
    command = [sys.executable, "-m", "examples.digits", "--out", str(folder), *words]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    assert "ε ≤ 3.9" in (folder / "runs" / "report.html").read_text(encoding="utf-8")
    assert (folder / "accuracy.svg").stat().st_size > 0
    return rows_of(folder / "table.csv")


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_one_seed_gives_the_first_column_of_the_committed_table(tmp_path: Path) -> None:
    found = made(tmp_path, "--seeds", "1", "--only", "poisson/record", "without-replacement/user", "--workers", "1")
    wanted = [row for row in rows_of(COMMITTED) if (row["scheme"], row["level"]) in {named(one) for one in found}]
    assert len(wanted) == 3
    assert found == [{**row, "accuracies": row["accuracies"].split()[0]} for row in wanted]
    with Ledger.open(tmp_path / "runs" / "without-replacement-user-0.jsonl") as ledger:
        assert (ledger.steps, len(ledger.entries), ledger.relation.group_size) == (200, 10, 4)


def named(row: dict[str, str]) -> tuple[str, str]:
    return row["scheme"], row["level"]


@pytest.mark.nightly
def test_the_command_gives_the_committed_table(tmp_path: Path) -> None:
    made(tmp_path)
    assert (tmp_path / "table.csv").read_bytes() == COMMITTED.read_bytes()


@pytest.mark.nightly
def test_secret_keys_train_as_well(tmp_path: Path) -> None:
    words = ("--secret", "--seeds", "2", "--only", "poisson/record", "--report", "poisson/record")
    (private, _) = made(tmp_path, *words)
    assert all(float(word) > 85.0 for word in private["accuracies"].split())


def test_gradients_are_those_of_each_image_clipped_on_its_own() -> None:
    network = part("network").FlatNetwork.fresh(1)
    images, labels = torch.randn(5, 64, dtype=torch.float64), torch.arange(5)
    images[1:3] *= 20.0
    vector = network.start
    wanted = torch.zeros_like(vector)
    for image, label in zip(images, labels, strict=True):
        leaf = vector.clone().requires_grad_()
        network.loss(leaf, image, label).backward()
        wanted += leaf.grad / max(1.0, float(leaf.grad.norm()))
        assert network.clipped_sum(vector, image[None], label[None]).norm() <= 1.0 + 1e-12
    assert torch.allclose(network.clipped_sum(vector, images, labels), wanted, rtol=1e-10, atol=1e-12)
    twice = network.clipped_sum(vector, images[[0, 0]], labels[[0, 0]])
    assert torch.allclose(twice, 2.0 * network.clipped_sum(vector, images[:1], labels[:1]))


def test_empty_batches_are_steps(tmp_path: Path) -> None:
    """Batches of one record on average, so that many hold none; noise is added all the same, and written down."""
    training, digits = part("training"), part("data").load()
    plan = replace(part("plans").all_runs(30)[0].planned(), batch_size=1, noise_multiplier=1.0)
    keys = training.Keys.seeded(3)
    sizes = [len(images) for images, _ in training.loader_of(plan, digits, keys.batches)]
    assert len(sizes) == 30
    assert 5 < sizes.count(0) < 20
    with Ledger.open(tmp_path / "empty.jsonl", plan.relation) as ledger:
        accuracy = training.train(plan, digits, keys, 3, ledger)
        assert 0.0 <= accuracy <= 1.0
        assert ledger.program == 30 * Step(Gaussian(1.0), Poisson(1 / 1500))


def test_a_ledger_that_is_not_the_plan_is_told(tmp_path: Path) -> None:
    plan = replace(part("plans").all_runs(30)[0].planned(), noise_multiplier=1.0)
    path = tmp_path / "other.jsonl"
    with Ledger.open(path, plan.relation) as ledger:
        ledger.append(Step(plan.mechanism, plan.scheme), 29)
    with pytest.raises(RuntimeError, match="is not what was planned"):
        part("spending").spent_by(path, plan)
    with Ledger.open(path) as ledger:
        ledger.append(Step(plan.mechanism, plan.scheme))
    with pytest.raises(RuntimeError, match=r"spent [\d.]+, more than 4.0"):
        part("spending").spent_by(path, plan)
