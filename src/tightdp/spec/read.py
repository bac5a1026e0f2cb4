"""Read a run document from a file, a text or plain dictionaries."""

from __future__ import annotations

from pathlib import Path

from tightdp.spec.converted import converted, is_plan
from tightdp.spec.document import RunDocument
from tightdp.spec.ledger_contents import read_ledger
from tightdp.spec.ledger_document import ledger_document
from tightdp.spec.origin import Origin
from tightdp.spec.plan_run import made_plan, plan_run
from tightdp.spec.read_tables import Format, parse_tables, read_tables


def read_document(path: str | Path) -> tuple[RunDocument, Origin]:
    """The document in a ``.toml`` or ``.json`` file, what a ``.jsonl`` ledger adds up to, or the run that a plan makes.

    Parameters
    ----------
    path
        The file; ``CannotAnswer`` for a ledger with steps that were chosen on the way, and for a plan whose loader
        nothing is proven for.

    Returns
    -------
    tuple
        The document, and the origin that names the lines of its values.

    Raises
    ------
    InvalidInput
        If the file cannot be read or is not a run document; with file, line and the nearest valid key.
    """
    if Path(path).suffix.lower() == ".jsonl":
        return ledger_document(read_ledger(path), str(path))
    data, origin = read_tables(path)
    return _document(data, origin)


def parse_document(text: str, name: str, form: Format) -> tuple[RunDocument, Origin]:
    """The document in a text, keys and types checked.

    Parameters
    ----------
    text
        The text.
    name
        What errors call it, for instance the file's name.
    form
        ``"toml"`` or ``"json"``.

    Returns
    -------
    tuple
        The document, and the origin that names the lines of its values.

    Raises
    ------
    InvalidInput
        If the text is not a run document; with line and the nearest valid key.
    """
    data, origin = parse_tables(text, name, form)
    return _document(data, origin)


def convert_document(data: object, origin: Origin) -> RunDocument:
    """The document in plain dictionaries and lists, keys and types checked.

    Parameters
    ----------
    data
        What a TOML or JSON reader gives.
    origin
        Names the place of a mistake.

    Returns
    -------
    RunDocument
        The document.

    Raises
    ------
    InvalidInput
        If the version is unknown, a key is unknown or missing, or a value has the wrong type.
    """
    return converted(data, RunDocument, origin)


def _document(data: object, origin: Origin) -> tuple[RunDocument, Origin]:
    if is_plan(data):
        return plan_run(made_plan(data, origin), origin)
    return converted(data, RunDocument, origin), origin
