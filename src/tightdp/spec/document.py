"""The run document, version 1: what a ``run.toml`` or a ``.json`` file of the same shape may hold."""

from __future__ import annotations

from typing import Literal

import msgspec

from tightdp.spec.mechanism_entries import MechanismEntry
from tightdp.spec.scheme_entries import SchemeEntry

VERSION = 1
RelationName = Literal["add-remove", "insert", "remove", "substitute"]


class PhaseEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """``steps`` repetitions of one mechanism on batches of one scheme.

    Parameters
    ----------
    mechanism
        What each step releases.
    scheme
        How each step draws its batch, afresh and in secret.
    steps
        How often, a whole number >= 0.
    name
        What the user calls this phase; no meaning for the accounting.
    """

    mechanism: MechanismEntry
    scheme: SchemeEntry
    steps: int
    name: str | None = None


class RunDocument(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A whole run and the question asked about it.

    Parameters
    ----------
    phase
        The phases in the order in which they ran, at least one.
    version
        Version of this format.
    relation
        Which data sets are neighbours.
    group_size
        In how many records neighbours may differ, a whole number >= 1.
    delta
        delta in [0, 1) of the question, if the document asks for an epsilon.
    """

    phase: list[PhaseEntry]
    version: int = VERSION
    relation: RelationName = "add-remove"
    group_size: int = 1
    delta: float | None = None
