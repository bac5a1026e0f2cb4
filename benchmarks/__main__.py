"""``python -m benchmarks``: install, measure, write the document and its pictures."""

from __future__ import annotations

import argparse
import datetime as dt
import subprocess
import sys
from pathlib import Path

from benchmarks import machine
from benchmarks.document import document
from benchmarks.environments import FOLDER, ROOT, prepare_all
from benchmarks.measure import measure_all
from benchmarks.measurement import Measurement
from benchmarks.store import Results, load, save
from benchmarks.tasks import tasks


def measured(quick: bool, only: set[str], stored: Path) -> None:
    """Install the tools and ask them; what is known after each task is stored, in case the rest is cut short."""
    environments = prepare_all()
    before = machine.load()
    found: list[Measurement] = []
    for part in measure_all([task for task in tasks(quick) if not only or task.key in only], environments):
        found += part
        results = Results(
            measurements=found,
            versions={name: one.versions for name, one in environments.items()},
            machine=machine.described(),
            load=(before, machine.load()),
            date=dt.datetime.now(dt.UTC).date().isoformat(),
            quick=quick,
        )
        save(results, stored)


def write(stored: Path, folder: Path) -> None:
    """The document, and the pictures by matplotlib from tightdp's environment."""
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "benchmarks.md").write_text(document(load(stored)), encoding="utf-8")
    python = FOLDER / "tightdp" / "bin" / "python"
    subprocess.run([str(python), "-m", "benchmarks.figures", str(stored), str(folder)], cwd=ROOT, check=True)  # noqa: S603


def main() -> None:
    """Quick runs write beside their results under ``.bench``; full ones write ``docs``."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="few questions, one round; the document stays in .bench")
    parser.add_argument("--only", nargs="*", default=[], help="keys of tasks; the document stays in .bench")
    parser.add_argument("--write", action="store_true", help="measure nothing, write the document again")
    options = parser.parse_args()
    partial = options.quick or bool(options.only)
    stored = FOLDER / "results" / ("partial.json" if partial else "full.json")
    if not options.write:
        measured(options.quick, set(options.only), stored)
    folder = FOLDER / "results" if partial else ROOT / "docs"
    write(stored, folder)
    print(f"wrote {(folder / 'benchmarks.md').relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
