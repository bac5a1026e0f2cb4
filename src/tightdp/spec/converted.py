"""Plain tables as a document of a known kind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar, cast

import msgspec

from tightdp.errors import InvalidInput
from tightdp.spec.document import VERSION, RunDocument
from tightdp.spec.mistakes import invalid
from tightdp.spec.origin import Origin
from tightdp.spec.plan_document import PlanDocument

Document = TypeVar("Document", RunDocument, PlanDocument)


def converted(data: object, kind: type[Document], origin: Origin) -> Document:
    """The document in plain dictionaries and lists, keys and types checked.

    Parameters
    ----------
    data
        What a TOML or JSON reader gives.
    kind
        ``RunDocument`` or ``PlanDocument``.
    origin
        Names the place of a mistake.

    Returns
    -------
    RunDocument or PlanDocument
        The document.

    Raises
    ------
    InvalidInput
        If the version is unknown, a key is unknown or missing, or a value has the wrong type.
    """
    is_table = isinstance(data, Mapping)
    version = cast("Mapping[str, object]", data).get("version", VERSION) if is_table else VERSION
    if type(version) is not int or version != VERSION:
        subject = origin.subject(("version",))
        raise InvalidInput(subject, version, str(VERSION), "This tightdp reads no other version")
    return _checked(data, kind, origin)


def _checked(data: object, kind: type[Document], origin: Origin) -> Document:
    try:
        return msgspec.convert(data, kind)
    except msgspec.ValidationError as error:
        raise invalid(str(error), data, origin) from None


def is_plan(data: object) -> bool:
    """Whether tables are meant as a plan document: they have a ``plan``.

    Parameters
    ----------
    data
        What a TOML or JSON reader gives.
    """
    return isinstance(data, Mapping) and "plan" in data
