"""Ledgers to ask about."""

from __future__ import annotations

from pathlib import Path

from tightdp import AddRemove, Gaussian, Ledger, Poisson, RenyiFilter, Step

FIRST = Step(Gaussian(1.0), Poisson(0.01))
LATER = Step(Gaussian(1.2), Poisson(0.02))
FILTER = RenyiFilter(order=8.0, budget=0.5)


def filtered_file(folder: Path) -> Path:
    """A ledger with a filter and 20 of 120 steps chosen on the way."""
    path = folder / "free.jsonl"
    with Ledger.open(path, AddRemove(), FILTER) as ledger:
        ledger.append(FIRST, 100)
        ledger.append(LATER, 20, adaptive=True)
    return path
