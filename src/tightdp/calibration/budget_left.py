"""What later queries may still spend."""

from __future__ import annotations

from tightdp.accounting import Program, Step, account
from tightdp.accounting.question import checked_program
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.calibrate import calibrate
from tightdp.calibration.calibrated import Calibrated
from tightdp.calibration.unknown import real_unknown
from tightdp.mechanisms import EpsilonDelta
from tightdp.numerics.checks import whole
from tightdp.relations import AbstractRelation
from tightdp.schemes import FullBatch
from tightdp.transport import Route

_REMEDY = "fewer queries or a smaller delta for each"


def budget_left(
    relation: AbstractRelation,
    target: AbstractTarget,
    *,
    queries: int,
    after: Program | Step = Program(),  # noqa: B008 - frozen
    delta: float = 0.0,
    tolerance: float = 1e-6,
    rtol: float = 1e-3,
    route: Route = "tightest",
) -> Calibrated:
    """The largest epsilon ``e`` that each of k more (e, delta)-private queries of all records may have.

    Whatever these queries are: each is accounted as a black box, and all of them by their tightest composition.

    Parameters
    ----------
    relation
        Who may differ.
    target
        What the whole run has to meet.
    queries
        k, how many more.
    after
        What ran before.
    delta
        Delta of each query.
    tolerance
        Relative distance to the next larger value, which misses the target.
    rtol, route
        As for :func:`tightdp.account`.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If nothing is left.

    Examples
    --------
    >>> from tightdp import AddRemove, Budget, Gaussian, Poisson, Step, budget_left
    >>> done = 200 * Step(Gaussian(1.0), Poisson(0.01))
    >>> found = budget_left(AddRemove(), Budget(epsilon=1.0, delta=1e-5), queries=100, after=done)
    >>> round(found.value, 4)
    0.0122
    """
    count, done = whole("queries", queries, 1), checked_program(after, relation, route)
    unknown = real_unknown(
        "epsilon of each query", (1e-12, 1e6), tolerance, start=0.1 / count**0.5, falls=False, remedy=_REMEDY
    )

    def more(epsilon: float) -> Program:
        return done + count * Step(EpsilonDelta(epsilon, delta), FullBatch())

    return calibrate(unknown, lambda e: account(more(e), relation, rtol=rtol, route=route), target)
