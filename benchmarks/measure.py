"""Ask every tool every question, in rounds, one process at a time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from benchmarks.environments import ROOT, Environment
from benchmarks.measurement import Measurement, Sample
from benchmarks.reference import within_one_percent
from benchmarks.registry import Tool
from benchmarks.run import to_plain
from benchmarks.tasks import ERROR, WORKLOADS, Task

ENOUGH = 3.0  # seconds of wall time after which a peer sits out the task's remaining rounds
THREADS = (
    "OMP_NUM_THREADS",
    "OPENBLAS_NUM_THREADS",
    "MKL_NUM_THREADS",
    "NUMEXPR_NUM_THREADS",
    "VECLIB_MAXIMUM_THREADS",
    "RAYON_NUM_THREADS",
)

Environments = dict[str, Environment]


def one_thread() -> dict[str, str]:
    """The environment variables of this process, with a single thread for every library."""
    return {**os.environ, **dict.fromkeys(THREADS, "1"), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}


def ask(environment: Environment, tool: Tool, task: Task, knob: float | None) -> dict[str, Any]:
    """The worker's report, or the problem that kept it from reporting."""
    request = {
        "tool": tool.key,
        "knob": knob,
        "deltas": list(task.deltas),
        "runs": [to_plain(run) for run in task.runs],
    }
    try:
        done = subprocess.run(  # noqa: S603
            [str(environment.python), "-m", "benchmarks.worker"],
            input=json.dumps(request),
            capture_output=True,
            text=True,
            cwd=ROOT,
            env=one_thread(),
            timeout=task.limit,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"problem": f"over {task.limit:.0f} s"}
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"problem": f"the process ended with code {done.returncode}"}


def settings(task: Task, tools: tuple[Tool, ...]) -> list[Measurement]:
    """What is measured in rounds: each tool's defaults, or its whole ladder for the plot of errors."""
    if task.kind != ERROR:
        return [Measurement(task.key, one.key) for one in tools]
    step = 2 if task.rounds == 1 else 1
    return [Measurement(task.key, one.key, knob) for one in tools for knob in one.ladder[::step] or (None,)]


def measure(task: Task, environments: Environments) -> list[Measurement]:
    """Every tool that can answer, in rounds; then finer settings for those that were not within 1%."""
    able = {one.key: one for one in task.asked()}
    open_ones = settings(task, tuple(able.values()))
    for one in open_ones:
        if not environments[able[one.tool].environment].versions:
            one.problem = "not installed"
    in_rounds(task, open_ones, environments, able)
    if task.kind == WORKLOADS and task.rounds > 1:
        mine = next(one for one in open_ones if one.tool == "tight")
        for one in list(open_ones):
            open_ones += refined(task, one, mine, environments, able[one.tool])
    return open_ones


def in_rounds(task: Task, asked: list[Measurement], environments: Environments, able: dict[str, Tool]) -> None:
    """Rotate through the tools, each in a fresh process, until the rounds or a tool's patience are over."""
    spent = [0.0] * len(asked)
    for number in range(task.rounds):
        for place in range(len(asked)):
            i = (place + number) % len(asked)
            tired = spent[i] > ENOUGH and not asked[i].tool.startswith("tight")
            if asked[i].problem or tired:
                continue
            began = time.perf_counter()
            tool = able[asked[i].tool]
            record(asked[i], number, ask(environments[tool.environment], tool, task, asked[i].knob))
            spent[i] += time.perf_counter() - began


def record(one: Measurement, number: int, report: dict[str, Any]) -> None:
    """Keep a worker's report."""
    if "problem" in report:
        one.problem = str(report["problem"])
        return
    values = tuple((lower, upper) for lower, upper in report["values"])
    one.samples.append(Sample(number, report["seconds"], report["import_seconds"], report["peak_bytes"], values))


def refined(
    task: Task, plain: Measurement, mine: Measurement, environments: Environments, tool: Tool
) -> Iterator[Measurement]:
    """The first finer setting that is within 1%, where the defaults are not; the last one tried otherwise."""
    if plain.problem or within_one_percent(plain, task, mine):
        return
    tried = None
    for knob in tool.precise:
        tried = Measurement(task.key, tool.key, knob)
        in_rounds(replace(task, rounds=2), [tried], environments, {tool.key: tool})
        if within_one_percent(tried, task, mine):
            break
    if tried is not None:
        yield tried


def measure_all(tasks: list[Task], environments: Environments) -> Iterator[list[Measurement]]:
    """Every task in turn, with a line of progress each."""
    for task in tasks:
        began = time.perf_counter()
        yield measure(task, environments)
        print(f"{task.key}: {time.perf_counter() - began:.0f} s", file=sys.stderr, flush=True)
