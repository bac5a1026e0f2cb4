"""How many records at once a run protects."""

from __future__ import annotations

from collections.abc import Callable

from tightdp.accounting import Program, Step, account
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.calibrate import calibrate
from tightdp.calibration.calibrated import Calibrated
from tightdp.calibration.unknown import whole_unknown
from tightdp.relations import AbstractRelation
from tightdp.transport import Route

_REMEDY = "more noise, smaller rates or fewer steps"


def largest_group(
    program: Program | Step,
    relation_of: Callable[[int], AbstractRelation],
    target: AbstractTarget,
    *,
    most: int = 1000,
    rtol: float = 1e-3,
    route: Route = "tightest",
) -> Calibrated:
    """The largest group size ``k`` for which a run meets a target under ``relation_of(k)``.

    A larger group never loses less, so that nothing above the value meets the target. Under add/remove a group of k has
    k + 1 directions, each composed on its own: large groups take time.

    Parameters
    ----------
    program
        What runs.
    relation_of
        From k to the relation, such as the class ``AddRemove``.
    target
        What has to be met.
    most
        The largest group to look at. Fixed-size schemes need the data set to hold the group.
    rtol, route
        As for :func:`tightdp.account`: the answer is the one that ``account`` gives at the value.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If even one record misses the target.

    Examples
    --------
    >>> from tightdp import AddRemove, Budget, Gaussian, Poisson, Step, largest_group
    >>> run = 1000 * Step(Gaussian(4.0), Poisson(0.001))
    >>> largest_group(run, AddRemove, Budget(epsilon=0.1, delta=1e-6)).value
    3
    """
    unknown = whole_unknown("group size", 1, most, start=1, remedy=_REMEDY)
    return calibrate(unknown, lambda k: account(program, relation_of(int(k)), rtol=rtol, route=route), target)
