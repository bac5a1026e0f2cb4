"""One row for each run, as CSV and as Markdown; needs nothing but the standard library."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from statistics import fmean, stdev

NOT_PRIVATE = "none"
HEADS = ("batches", "protected", "noise multiplier", "its ε", "a user's ε", "test accuracy")


@dataclass(frozen=True)
class Row:
    """All of a run that has to be known to account for it again, and what came out. Every field is printed text.

    Parameters
    ----------
    scheme
        How batches were drawn.
    level
        Who is protected: a record, or a user with up to ``group_size`` records.
    group_size
        How many records may be replaced.
    dataset_size, batch_size, steps
        Records, records of a batch (of a Poisson batch on average), noisy updates.
    noise_multiplier
        Exactly what was used.
    delta
        Of all epsilons in the row.
    epsilon_lower, epsilon_upper
        Of the steps in the ledger, for ``group_size`` records; rounded outwards.
    user_epsilon_upper
        The upper end for a user with 4 records, rounded up.
    accuracies
        On the test images, in percent, one for each seed.
    """

    scheme: str
    level: str
    group_size: str
    dataset_size: str
    batch_size: str
    steps: str
    noise_multiplier: str
    delta: str
    epsilon_lower: str
    epsilon_upper: str
    user_epsilon_upper: str
    accuracies: str

    @property
    def percents(self) -> tuple[float, ...]:
        """The accuracies as numbers."""
        return tuple(float(word) for word in self.accuracies.split())

    @property
    def mean(self) -> float:
        """Over the seeds, in percent."""
        return fmean(self.percents)

    @property
    def deviation(self) -> float:
        """Standard deviation over the seeds, in percent; 0 for one seed."""
        return stdev(self.percents) if len(self.percents) > 1 else 0.0

    @property
    def cells(self) -> tuple[str, ...]:
        """What is shown of the row."""
        found = f"{self.mean:.1f} ± {self.deviation:.1f} %"
        if self.scheme == NOT_PRIVATE:
            return ("all images, no clipping", "nobody", "0", "∞", "∞", found)
        ends = f"{self.epsilon_lower} .. {self.epsilon_upper}"
        return (self.scheme, self.level, self.noise_multiplier, ends, f"≤ {self.user_epsilon_upper}", found)


def markdown(rows: Iterable[Row]) -> str:
    """The table as it is printed.

    Parameters
    ----------
    rows
        Its rows.
    """
    lines = [HEADS, tuple("---" for _ in HEADS), *(row.cells for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def write_rows(rows: Iterable[Row], path: Path) -> None:
    """The table as CSV.

    Parameters
    ----------
    rows
        Its rows.
    path
        The file.
    """
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, [field.name for field in fields(Row)], lineterminator="\n")
        writer.writeheader()
        writer.writerows([asdict(row) for row in rows])


def read_rows(path: Path) -> list[Row]:
    """What :func:`write_rows` wrote.

    Parameters
    ----------
    path
        The file.
    """
    with path.open(encoding="utf-8", newline="") as file:
        return [Row(**line) for line in csv.DictReader(file)]
