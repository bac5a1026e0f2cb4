"""A ledger whose steps were chosen on the way, under a filter that was set before the run."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from tightdp.cli.choices import RouteChoice
from tightdp.cli.flags import refuse_file_and_flags
from tightdp.cli.run_options import RunOptions
from tightdp.errors import InvalidInput
from tightdp.spec import LedgerContents, RenyiFilter, read_ledger
from tightdp.spec.ledger_entry import merged_program, record_entries


@dataclass(frozen=True, slots=True)
class FilteredLedger:
    """What the filter proves and what ran.

    Parameters
    ----------
    contents
        The ledger.
    renyi_filter
        Its filter.
    delta
        Probability in (0, 1).
    epsilon
        What the budget proves at delta, in nats, whatever was chosen.
    spent
        Rényi divergence of the steps so far, at most the budget, in nats.
    warnings
        A sentence if the file ends in a line that was never finished.
    """

    contents: LedgerContents
    renyi_filter: RenyiFilter
    delta: float
    epsilon: float
    spent: float
    warnings: tuple[str, ...]


def filtered_ledger(options: RunOptions, delta: float | None) -> FilteredLedger | None:
    """The ledger of the options, if its steps were chosen on the way and it has a filter.

    A ledger none of whose steps was chosen on the way is accounted as a program, which is closer.

    Parameters
    ----------
    options
        The shared options.
    delta
        ``--delta``.

    Returns
    -------
    FilteredLedger or None
        ``None`` for everything else, refusals included.

    Raises
    ------
    InvalidInput
        If an option contradicts the filter, no delta is given, or the entries overspend the budget.
    """
    path = options.run_file
    if path is None or path.suffix.lower() != ".jsonl":
        return None
    contents = read_ledger(path)
    chosen = contents.renyi_filter
    if chosen is None or not contents.first_adaptive:
        return None
    _refuse_options(options, contents, path)
    if delta is None or not 0.0 < delta < 1.0:
        raise InvalidInput("--delta", "nothing" if delta is None else delta, "given, in (0, 1)")
    spent = chosen.spent(merged_program(record_entries(contents.records, str(path))), contents.relation)
    if spent > chosen.budget:
        hint = f"They spend {spent:.6g}, so they were not all checked against the filter before they were taken"
        raise InvalidInput("ledger", str(path), f"of entries within the budget {chosen.budget:g} of its filter", hint)
    kept = (f"{path}: {contents.kept}",) if contents.kept else ()
    return FilteredLedger(contents, chosen, delta, chosen.epsilon(delta), spent, kept)


def _refuse_options(options: RunOptions, contents: LedgerContents, path: Path) -> None:
    """The filter was checked under one relation, and it rests on one theorem."""
    refuse_file_and_flags(options)
    if options.route is not RouteChoice.TIGHTEST:
        raise InvalidInput("--route", options.route.value, "left out for a ledger with a filter")
    relation = contents.relation
    hint = f"The filter of {path} was checked under {relation.name} in groups of {relation.group_size}"
    if options.relation is not None and options.relation.value != relation.name:
        raise InvalidInput("--relation", options.relation.value, f"{relation.name}, or left out", hint)
    if options.group_size is not None and options.group_size != relation.group_size:
        raise InvalidInput("--group-size", options.group_size, f"{relation.group_size}, or left out", hint)
