"""The one call: a program and a relation to an answer."""

from __future__ import annotations

from tightdp.accounting.answer import Answer
from tightdp.accounting.direction import direction
from tightdp.accounting.question import checked_program
from tightdp.accounting.step import Program, Step
from tightdp.errors import InvalidInput
from tightdp.numerics.checks import real
from tightdp.relations import AbstractRelation
from tightdp.transport import Route

# Arrays of a full transform: masses, spectra, and what is made on the way.
_BYTES_A_POINT = 128.0


def account(
    program: Program | Step,
    relation: AbstractRelation,
    *,
    rtol: float = 1e-3,
    route: Route = "tightest",
    memory: float = 2.0**30,
) -> Answer:
    """Certified privacy of a run: each direction composed on its own, the largest reported (theory 2.6, 3.5).

    Parameters
    ----------
    program
        Steps and how often each is taken.
    relation
        Who may differ, and how many at once.
    rtol
        Wanted relative gap between the upper and the lower end of a number, in (0, 1).
    route
        ``"tightest"``, ``"specific"`` (needs the law of the noise) or ``"agnostic"`` (group profiles only).
    memory
        Most bytes that one composition may hold, at least 2^16. Where they do not suffice for ``rtol`` the ends stay
        certified, lie further apart, and :meth:`Answer.why` says so. Many steps need far less than the default.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range, or the group does not fit the data set.
    CannotAnswer
        If nothing is proven for a step under the relation.

    Examples
    --------
    >>> from tightdp import AddRemove, Gaussian, Poisson, Step, account
    >>> run = 1000 * Step(Gaussian(noise_multiplier=1.0), Poisson(rate=0.01))
    >>> bound = account(run, relation=AddRemove()).epsilon(delta=1e-5)
    >>> round(bound.lower, 2), round(bound.upper, 2)
    (1.83, 1.83)
    """
    program = checked_program(program, relation, route)
    tolerance = real("rtol", rtol, "in (0, 1)")
    if not 0.0 < tolerance < 1.0:
        raise InvalidInput("rtol", rtol, "in (0, 1)")
    room = real("memory", memory, "at least 65536 bytes")
    if not room >= 65536.0:
        raise InvalidInput("memory", memory, "at least 65536 bytes")
    most_points = int(min(room, 2.0**50) / _BYTES_A_POINT)
    directions = tuple(direction(program, change, route, most_points) for change in relation.directions())
    return Answer(program, relation, directions, tolerance, route)
