from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from sweeping.runs import GRID, ONE, TWO
from tightdp.accounting import Step, account
from tightdp.errors import InvalidInput
from tightdp.mechanisms import Gaussian, Laplace
from tightdp.relations import AddRemove, Insert
from tightdp.schemes import FullBatch, Poisson
from tightdp.spec import to_toml
from tightdp.sweeping import SweepResult, sweep

KILLED = """
import sys
from tightdp.sweeping import sweep
sweep(sys.argv[1], {"rate": "0.001:0.5:4000"}, out=sys.argv[2], rtol=1e-2)
"""


@pytest.fixture(scope="module")
def found() -> SweepResult:
    return sweep(ONE, GRID, rtol=1e-2)


def test_each_point_is_what_account_says(found: SweepResult) -> None:
    assert (found.names, found.asked, len(found.rows)) == (("noise_multiplier", "steps", "delta"), "epsilon", 12)
    for row in found.rows:
        noise, steps, delta = row.values
        program = int(steps) * Step(Gaussian(float(noise)), Poisson(0.01))
        assert row.bound == account(program, AddRemove(), rtol=1e-2).epsilon(float(delta))
    assert [row.values for row in found.rows[:3]] == [(1.0, 10, 1e-5), (1.0, 10, 1e-7), (1.0, 100, 1e-5)]


def test_every_parameter_of_a_run_varies_and_a_point_without_an_answer_is_a_row(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(to_toml(TWO), encoding="utf-8")
    vary = {"relation": "insert,remove", "group_size": "1:2:2", "phase[1].steps": [2], "rate": "0.01,2"}
    result = sweep(tmp_path / "run.toml", vary, epsilon=1.0, rtol=1e-2)
    assert [row.error == "" for row in result.rows] == [True, False] * 4
    assert all("rate must be in [0, 1]" in row.error for row in result.failed)
    (first,) = [row for row in result.rows if row.values == ("insert", 2, 2, 0.01)]
    same = 3 * Step(Gaussian(1.0), Poisson(0.01)) + 2 * Step(Laplace(2.0), FullBatch())
    assert first.bound == account(same, Insert(2), rtol=1e-2).delta(1.0)


def pool(kind: str) -> Executor:
    return ThreadPoolExecutor(2) if kind == "threads" else ProcessPoolExecutor(2, mp_context=get_context("spawn"))


@pytest.mark.parametrize("kind", ["threads", "processes"])
def test_executors_give_the_same_file(found: SweepResult, tmp_path: Path, kind: str) -> None:
    sweep(ONE, GRID, rtol=1e-2, out=tmp_path / "here.csv")
    with pool(kind) as executor:
        result = sweep(ONE, GRID, rtol=1e-2, out=tmp_path / "there.csv", executor=executor)
    assert result == found
    assert (tmp_path / "there.csv").read_bytes() == (tmp_path / "here.csv").read_bytes()


def test_dask_gives_the_same_numbers(found: SweepResult, tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed", reason="dask.distributed is not installed")
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=False, dashboard_address=None) as cluster,
        distributed.Client(cluster) as client,
    ):
        result = sweep(ONE, GRID, rtol=1e-2, out=tmp_path / "dask.parquet", executor=client.get_executor())
    assert result == found
    assert (tmp_path / "dask.parquet").stat().st_size > 0


def test_a_second_call_goes_on(found: SweepResult, tmp_path: Path) -> None:
    path = tmp_path / "r.csv"
    seen: list[tuple[int, int]] = []
    smaller = {**GRID, "noise_multiplier": [1.0]}
    assert sweep(ONE, smaller, rtol=1e-2, out=path).resumed == 0
    result = sweep(ONE, GRID, rtol=1e-2, out=path, progress=lambda done, total: seen.append((done, total)))
    assert (result.resumed, result.rows) == (4, found.rows)
    assert seen == [(done, 12) for done in range(4, 13)]
    whole = path.read_bytes()
    path.write_bytes(whole[:-20])
    assert sweep(ONE, GRID, rtol=1e-2, out=path).resumed == 11
    assert path.read_bytes() == whole
    with pytest.raises(InvalidInput, match="a file of this sweep: the same run, parameters, question"):
        sweep(ONE, GRID, rtol=1e-3, out=path)


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL on Windows")
def test_rows_survive_a_kill(tmp_path: Path) -> None:
    (tmp_path / "run.toml").write_text(to_toml(ONE), encoding="utf-8")
    path = tmp_path / "r.csv"
    words = [sys.executable, "-c", KILLED, str(tmp_path / "run.toml"), str(path)]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    limit = time.monotonic() + 60
    while (
        process.poll() is None
        and time.monotonic() < limit
        and not (path.exists() and path.read_bytes().count(b"\n") > 3)
    ):
        time.sleep(0.02)
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    lines = path.read_bytes().count(b"\n") - 1
    assert lines >= 3
    rates = [float(line.partition(b",")[0]) for line in path.read_bytes().splitlines()[1 : lines + 1]]
    result = sweep(tmp_path / "run.toml", {"rate": [*rates, 0.5]}, out=path, rtol=1e-2)
    assert (result.resumed, len(result.rows)) == (lines, lines + 1)


def test_what_cannot_be_swept_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="vary must be at least one parameter and its values"):
        sweep(ONE, {})
    with pytest.raises(InvalidInput, match="vary must be each parameter once, under one name"):
        sweep(ONE, {"rate": [0.1], "scheme.rate": [0.2]})
    with pytest.raises(InvalidInput, match=r"rtol must be in \(0, 1\), since it is a relative gap, got 1.0"):
        sweep(ONE, {"rate": [0.1]}, rtol=1.0)
    with pytest.raises(InvalidInput, match="route must be one of the routes tightest, specific, agnostic, got 'best'"):
        sweep(ONE, {"rate": [0.1]}, route="best")  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=r"epsilon must be .* got -1"):
        sweep(ONE, {"rate": [0.1]}, epsilon=-1.0)
    with pytest.raises(InvalidInput, match="vary must be without delta, since delta is asked at the epsilon given"):
        sweep(ONE, {"delta": [1e-5, 1e-6]}, epsilon=1.0)
    with pytest.raises(InvalidInput, match="delta must be in the run or varied, unless epsilon is given"):
        sweep(TWO, {"rate": [0.1]})
    with pytest.raises(InvalidInput, match=r"template: phase\[0\]"):
        sweep({"phase": [{"steps": 3}]}, {"rate": [0.1]})
