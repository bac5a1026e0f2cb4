"""The workloads of ``workloads.json``, each a run, a delta and, where it is known, the true epsilon."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

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


def phases(row: dict[str, object]) -> tuple[Phase, ...]:
    if "sigma" not in row:
        return falling_noise()
    scheme = SCHEMES[str(row["scheme"])]
    size, batch = int(str(row.get("dataset_size", 0))), int(str(row.get("batch_size", 0)))
    rate = float(str(row["q"])) if "q" in row else batch / size
    return (Phase(float(str(row["sigma"])), int(str(row["T"])), rate, str(row["mechanism"]), scheme, size, batch),)


def stated_error(truth: object) -> float:
    """Half a unit in the last digit of a truth that is written with few digits, else 1e-12."""
    digits = str(truth).replace(".", "").lstrip("0")
    return 0.5 * 10.0 ** (1 - len(digits)) if len(digits) < 10 else 1e-12


def described(row: dict[str, object]) -> str:
    """The workload in one line."""
    if "about" in row:
        return str(row["about"])
    sampled = f"n = {row['dataset_size']}, m = {row['batch_size']}" if "dataset_size" in row else f"q = {row['q']}"
    noise = "b" if row["mechanism"] == "laplace" else "σ"
    group = f", groups of {row['group_size']}" if "group_size" in row else ""
    scheme = SCHEMES[str(row["scheme"])].replace("-", " ")
    mechanism = str(row["mechanism"]).capitalize()
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
