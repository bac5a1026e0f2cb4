"""What a ledger's filter proves, as table, JSON record and CSV row."""

from __future__ import annotations

from importlib.metadata import version

from tightdp.cli.describe import document_in_words, neighbours_in_words
from tightdp.cli.filtered_ledger import FilteredLedger
from tightdp.cli.output import Output
from tightdp.report import Table, exact_text, rounded_up
from tightdp.spec import document_as_dict
from tightdp.spec.ledger_document import phases_document

_CONVERSION = "ALCKS20/T3"
_WHY = "one number for every run that stays within the budget, the same before, during and after it"


def filtered_output(ledger: FilteredLedger) -> Output:
    """The three forms; epsilon has no lower end, since it covers runs that were not made.

    Parameters
    ----------
    ledger
        The ledger, its filter and what they prove.

    Returns
    -------
    Output
        Table, JSON record and CSV row.
    """
    chosen, contents = ledger.renyi_filter, ledger.contents
    document, _ = phases_document(contents, "ledger")
    adaptive = sum(record.count for record in contents.records if record.adaptive)
    steps = sum(record.count for record in contents.records)
    theorems = [chosen.theorem, _CONVERSION]
    spent = f"{rounded_up(ledger.spent)} of {exact_text(chosen.budget)} spent, order {exact_text(chosen.order)}"
    rows = [
        ("epsilon", f"<= {rounded_up(ledger.epsilon)}"),
        ("delta", exact_text(ledger.delta)),
        ("filter", spent),
        ("", _WHY),
        ("neighbours", neighbours_in_words(contents.relation)),
        *(("ran" if number == 0 else "", words) for number, words in enumerate(document_in_words(document))),
        ("chosen", f"{adaptive} of {steps} steps after seeing earlier releases"),
        ("because", ", ".join(theorems)),
    ]
    record = {
        "epsilon": {"lower": 0.0, "upper": ledger.epsilon},
        "delta": ledger.delta,
        "filter": {"order": chosen.order, "budget": chosen.budget, "spent": ledger.spent},
        "relation": contents.relation.name,
        "group_size": contents.relation.group_size,
        "tight": False,
        "because": {"theorems": theorems, "notes": [_WHY]},
        "steps": steps,
        "adaptive_steps": adaptive,
        "ran": document_as_dict(document),
        "version": version("tightdp"),
        "warnings": list(ledger.warnings),
    }
    sheet = {
        "epsilon_lower": "0",
        "epsilon_upper": exact_text(ledger.epsilon),
        "delta": exact_text(ledger.delta),
        "relation": contents.relation.name,
        "group_size": str(contents.relation.group_size),
        "tight": "false",
        "steps": str(steps),
    }
    listing = Table(("quantity", "value"), tuple(rows), has_header=False)
    return Output((listing,), record, Table(tuple(sheet), (tuple(sheet.values()),)))
