"""A real Ray on this machine, of two CPUs."""

from __future__ import annotations

import importlib
import sys
import time
from collections.abc import Iterator
from concurrent.futures import wait
from pathlib import Path
from typing import Any

import pytest

from tightdp import AddRemove, Gaussian, Poisson, Step, sweep
from tightdp.spec import to_document

RUN = to_document(10 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove(), delta=1e-5)
GRID = {"noise_multiplier": [1.0, 2.0], "rate": [0.01, 0.1, 2.0], "steps": [10, 100]}


def test_the_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    monkeypatch.delitem(sys.modules, "tightdp.integrations.ray_executor", raising=False)
    with pytest.raises(ImportError, match="this executor needs Ray"):
        importlib.import_module("tightdp.integrations.ray_executor")


ray: Any = pytest.importorskip("ray", reason="needs Ray: make test-integrations")

from tightdp.integrations.ray_executor import RayExecutor

pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture(scope="module")
def executor() -> Iterator[RayExecutor]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        yield RayExecutor()
        ray.shutdown()


def test_a_sweep_gives_the_same_numbers(executor: RayExecutor, tmp_path: Path) -> None:
    here = sweep(RUN, GRID, rtol=1e-2, out=tmp_path / "here.csv")
    there = sweep(RUN, GRID, rtol=1e-2, out=tmp_path / "there.csv", executor=executor)
    assert there == here
    assert (len(here.rows), len(here.failed)) == (12, 4)
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_a_call_returns_what_it_returns_and_raises_what_it_raises(executor: RayExecutor) -> None:
    assert executor.submit(divmod, 7, 2).result(timeout=60) == (3, 1)
    assert executor.submit(sorted, [1, 2], reverse=True).result(timeout=60) == [2, 1]
    assert list(executor.map(abs, [-1, 2])) == [1, 2]
    with pytest.raises(ZeroDivisionError):
        executor.submit(divmod, 1, 0).result(timeout=60)


def test_what_is_cancelled_does_not_run(executor: RayExecutor, tmp_path: Path) -> None:
    def leave(name: str) -> None:
        time.sleep(0.3)
        (tmp_path / name).touch()

    futures = [executor.submit(leave, str(number)) for number in range(12)]
    futures[0].result(timeout=60)
    cancelled = [future.cancel() for future in futures]
    wait([future for future in futures if not future.cancelled()], timeout=60)
    time.sleep(2.0)
    left = len(list(tmp_path.iterdir()))
    assert cancelled.count(True) >= 8
    assert left <= 12 - cancelled.count(True) + 2, "no more than were running"
