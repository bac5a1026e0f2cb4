"""Relations by the names that files and command lines use."""

from __future__ import annotations

import difflib

from tightdp.errors import InvalidInput
from tightdp.relations.abstract_relation import AbstractRelation
from tightdp.relations.add_remove import AddRemove
from tightdp.relations.insert import Insert
from tightdp.relations.remove import Remove
from tightdp.relations.substitute import Substitute

_RELATIONS: dict[str, type[AbstractRelation]] = {
    relation.name: relation for relation in (Insert, Remove, AddRemove, Substitute)
}


def relation_from_name(name: str, group_size: int = 1) -> AbstractRelation:
    """The relation called ``name`` for groups of ``group_size`` records.

    Parameters
    ----------
    name
        ``"insert"``, ``"remove"``, ``"add-remove"`` or ``"substitute"``.
    group_size
        k, a whole number >= 1.

    Raises
    ------
    InvalidInput
        If no relation has that name, or ``group_size`` is not a whole number >= 1.

    Examples
    --------
    >>> relation_from_name("add-remove", 2)
    AddRemove(group_size=2)
    """
    relation = _RELATIONS.get(name)
    if relation is None:
        allowed = "one of " + ", ".join(f'"{known}"' for known in _RELATIONS)
        near = difflib.get_close_matches(str(name), _RELATIONS, n=1)
        raise InvalidInput("relation", name, allowed, f'Did you mean "{near[0]}"?' if near else "")
    return relation(group_size)
