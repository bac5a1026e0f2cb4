"""``python -m examples.digits``: train, account, and write the table, the figure and a report."""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

from examples.digits.experiment import ledger_path, plain_row, row_of
from examples.digits.figure import draw
from examples.digits.plans import NAMES, STEPS, TARGET, all_runs
from examples.digits.table import Row, markdown, write_rows
from tightdp.cli import main as tightdp

RESULTS = Path(__file__).parent / "results"
SEEDS = 10


def at_least_one(text: str) -> int:
    """A whole number >= 1.

    Parameters
    ----------
    text
        What was typed.

    Raises
    ------
    ValueError
        If it is something else.
    """
    number = int(text)
    if number < 1:
        raise ValueError(text)
    return number


def parsed() -> argparse.Namespace:
    """What to do; by default, what is committed."""
    parser = argparse.ArgumentParser(prog="python -m examples.digits", description=__doc__)
    parser.add_argument("--only", nargs="*", choices=NAMES, default=NAMES, help="some of the six runs")
    parser.add_argument("--seeds", type=at_least_one, default=SEEDS, help="trainings of each (default: %(default)s)")
    parser.add_argument(
        "--steps", type=at_least_one, default=STEPS, help="noisy updates of each (default: %(default)s)"
    )
    parser.add_argument("--secret", action="store_true", help="keys from the operating system, as for private data")
    parser.add_argument("--workers", type=at_least_one, default=2, help="processes; they change no number")
    parser.add_argument("--report", choices=NAMES, default="poisson/user", help="the run of the report")
    parser.add_argument("--out", type=Path, default=RESULTS, help="the folder to write to")
    return parser.parse_args()


def trained(options: argparse.Namespace, ledgers: Path) -> list[Row]:
    """A row for each run, the one without privacy last."""
    wanted = [run for run in all_runs(options.steps) if run.name in options.only]
    with ProcessPoolExecutor(options.workers, get_context("spawn")) as pool:
        begun = [pool.submit(row_of, run, options.seeds, ledgers, secret=options.secret) for run in wanted]
        begun.append(pool.submit(plain_row, options.seeds))
        return [one.result() for one in begun]


def main() -> None:
    """The table, the figure, and the report of one run that was made."""
    options = parsed()
    ledgers: Path = options.out / "runs"
    ledgers.mkdir(parents=True, exist_ok=True)
    rows = trained(options, ledgers)
    write_rows(rows, options.out / "table.csv")
    draw(rows, options.out / "accuracy.svg")
    print(markdown(rows))
    about = options.report if options.report in options.only else options.only[0]
    ledger, page = ledger_path(ledgers, about, 0), ledgers / "report.html"
    raise SystemExit(tightdp(["report", str(ledger), "--delta", str(TARGET.delta), "--output", str(page)]))


if __name__ == "__main__":
    main()
