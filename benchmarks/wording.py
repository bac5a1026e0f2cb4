"""Numbers and table rows as the document shows them."""

from __future__ import annotations

import math
from collections.abc import Sequence


def seconds(value: float) -> str:
    """Two or three digits."""
    if not math.isfinite(value):
        return "–"
    return f"{value:.3f}" if value < 1 else f"{value:.1f}"


def epsilon(value: float | None) -> str:
    """Six digits."""
    if value is None:
        return ""
    return f"{value:.6g}" if math.isfinite(value) else str(value)


def percent(value: float) -> str:
    """A relative size, such as a gap."""
    return "–" if not math.isfinite(value) else f"{value:.1e}"


def times(value: float) -> str:
    """How many times as long."""
    if not math.isfinite(value):
        return "–"
    return f"{value:.2g}" if value < 10 else f"{value:.0f}"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A Markdown table; every column but the first two to the right."""
    line = ["---"] * min(2, len(head)) + ["---:"] * max(0, len(head) - 2)
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [list(head), line, *map(list, rows)])
