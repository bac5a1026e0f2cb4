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


def measured(quick: bool, only: set[str], found: list[Measurement], stored: Path) -> None:
    """Install the tools and ask them what was not found before; what is known after each task is stored."""
    environments = prepare_all()
    before = machine.load()
    done = {one.task for one in found}
    wanted = [task for task in tasks(quick) if task.key not in done and (not only or task.key in only)]
    for part in measure_all(wanted, environments):
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
    parser.add_argument("--resume", action="store_true", help="keep the tasks of a run that was cut short")
    options = parser.parse_args()
    partial = options.quick or bool(options.only)
    stored = FOLDER / "results" / ("partial.json" if partial else "full.json")
    if not options.write:
        found = load(stored).measurements if options.resume else []
        measured(options.quick, set(options.only), found, stored)
    folder = FOLDER / "results" if partial else ROOT / "docs"
    write(stored, folder)
    print(f"wrote {(folder / 'benchmarks.md').relative_to(ROOT)}", file=sys.stderr)


if __name__ == "__main__":
    main()
