"""The workloads of ``workloads.json``, each a run, a delta and, where it is known, the true epsilon."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.run import Phase, Run

SCHEMES = {"poisson": "poisson", "full": "full-batch", "without_replacement": "without-replacement"}


@dataclass(frozen=True)
class Workload:
    """One row of the file; ``truth_error`` is how far the stated truth may be off, relatively."""

    key: str
    run: Run
    delta: float
    truth: float | None
    truth_error: float
    words: str


def falling_noise() -> tuple[Phase, ...]:
    """A schedule of 1000 phases of 100 steps, sigma falling linearly from 2 to 1, q = 0.01."""
    return tuple(Phase(noise=2.0 - i / 999, steps=100, rate=0.01) for i in range(1000))


def phases(row: dict[str, Any]) -> tuple[Phase, ...]:
    if "sigma" not in row:
        return falling_noise()
    size, batch = row.get("dataset_size", 0), row.get("batch_size", 0)
    rate = row["q"] if "q" in row else batch / size
    return (Phase(row["sigma"], row["T"], rate, row["mechanism"], SCHEMES[row["scheme"]], size, batch),)


def stated_error(truth: float | None) -> float:
    """Relative half unit in the last digit of a truth that is written with few digits, else 1e-12."""
    if truth is None:
        return 0.0
    decimals = len(str(truth).partition(".")[2])
    return 0.5 * 10.0**-decimals / truth if decimals < 8 else 1e-12


def described(row: dict[str, Any]) -> str:
    """The workload in one line."""
    if "about" in row:
        return str(row["about"])
    sampled = f"n = {row['dataset_size']}, m = {row['batch_size']}" if "dataset_size" in row else f"q = {row['q']}"
    noise = "b" if row["mechanism"] == "laplace" else "σ"
    group = f", groups of {row['group_size']}" if "group_size" in row else ""
    scheme = SCHEMES[row["scheme"]].replace("-", " ")
    mechanism = row["mechanism"].capitalize()
    return f"{mechanism} {noise} = {row['sigma']}, {scheme} {sampled}, T = {row['T']}{group}"


def workloads() -> tuple[Workload, ...]:
    """Every workload, in the file's order."""
    text = (Path(__file__).parent / "workloads.json").read_text(encoding="utf-8")
    return tuple(
        Workload(
            key=row["id"],
            run=Run(phases(row), row.get("relation", "add-remove"), row.get("group_size", 1)),
            delta=row["delta"],
            truth=row["truth"],
            truth_error=stated_error(row["truth"]),
            words=described(row),
        )
        for row in json.loads(text)["workloads"]
    )
