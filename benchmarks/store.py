"""Measurements on disk, so that the document can be written again without measuring."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.measurement import Measurement, Sample


@dataclass(frozen=True)
class Results:
    """Everything a document needs: the measurements, what was installed, and on which machine."""

    measurements: list[Measurement]
    versions: dict[str, dict[str, str]]
    machine: str
    load: tuple[float, float]
    date: str
    quick: bool

    def of(self, task: str) -> list[Measurement]:
        """The measurements of one task."""
        return [one for one in self.measurements if one.task == task]

    def mine(self, task: str) -> Measurement:
        """tightdp's measurement at its defaults."""
        wanted = [one for one in self.of(task) if one.tool == "tight" and one.knob is None]
        return wanted[0] if wanted else Measurement(task, "tight", problem="not measured")


def save(results: Results, path: Path) -> None:
    """Write as JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(results)), encoding="utf-8")


def load(path: Path) -> Results:
    """The inverse of :func:`save`."""
    plain = json.loads(path.read_text(encoding="utf-8"))
    measurements = [measurement(row) for row in plain.pop("measurements")]
    first, last = plain.pop("load")
    return Results(measurements=measurements, load=(first, last), **plain)


def measurement(row: dict[str, Any]) -> Measurement:
    samples = [
        Sample(one["round"], one["seconds"], one["import_seconds"], one["peak_bytes"], tuple(map(tuple, one["values"])))
        for one in row["samples"]
    ]
    return Measurement(row["task"], row["tool"], row["knob"], samples, row["problem"])
