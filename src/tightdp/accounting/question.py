"""What both accountants are asked: a program, a relation and a route."""

from __future__ import annotations

from tightdp.accounting.step import Program, Step
from tightdp.errors import InvalidInput
from tightdp.relations import AbstractRelation
from tightdp.transport import ROUTES


def checked_program(program: Program | Step, relation: AbstractRelation, route: str) -> Program:
    """The program, a single step as a program of one.

    Parameters
    ----------
    program, relation, route
        As for :func:`tightdp.account`.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type, or the route is unknown.
    """
    if isinstance(program, Step):
        program = 1 * program
    if not isinstance(program, Program):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput("program", program, "a Step or a Program, such as 1000 * Step(mechanism, scheme)")
    if not isinstance(relation, AbstractRelation):  # pyright: ignore[reportUnnecessaryIsInstance]
        raise InvalidInput("relation", relation, "a relation, such as AddRemove()")
    if route not in ROUTES:
        raise InvalidInput("route", route, f"one of {', '.join(ROUTES)}")
    return program
