"""Rényi accounting in one call."""

from __future__ import annotations

from tightdp.accounting.question import checked_program
from tightdp.accounting.renyi_answer import RenyiAnswer
from tightdp.accounting.renyi_direction import renyi_direction
from tightdp.accounting.step import Program, Step
from tightdp.relations import AbstractRelation
from tightdp.transport import Route


def renyi_account(program: Program | Step, relation: AbstractRelation, *, route: Route = "tightest") -> RenyiAnswer:
    """Rényi differential privacy of a run: ``sum over steps of R_a``, for each direction, the largest reported.

    Parameters
    ----------
    program
        Steps and how often each is taken.
    relation
        Who may differ, and how many at once.
    route
        ``"tightest"``, ``"specific"`` (needs the law of the noise) or ``"agnostic"`` (group profiles only).

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range, or the group does not fit the data set.
    CannotAnswer
        If nothing is proven for a step under the relation.

    Examples
    --------
    >>> from tightdp import AddRemove, Gaussian, Poisson, Step, renyi_account
    >>> run = 1000 * Step(Gaussian(noise_multiplier=1.0), Poisson(rate=0.01))
    >>> answer = renyi_account(run, relation=AddRemove())
    >>> round(answer.divergence(order=2.5).upper, 4)
    0.2176
    >>> round(answer.epsilon(delta=1e-5).upper, 2)
    2.1
    """
    program = checked_program(program, relation, route)
    directions = tuple(renyi_direction(program, change, route) for change in relation.directions())
    return RenyiAnswer(program, relation, directions, route)
