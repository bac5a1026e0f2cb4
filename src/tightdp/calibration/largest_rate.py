"""How often a record may be sampled."""

from __future__ import annotations

from collections.abc import Callable

from tightdp.accounting import Program, Step, account
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.calibrate import calibrate
from tightdp.calibration.calibrated import Calibrated
from tightdp.calibration.unknown import real_unknown
from tightdp.relations import AbstractRelation
from tightdp.transport import Route

_REMEDY = "more noise or fewer steps"


def largest_rate(
    program_of: Callable[[float], Program | Step],
    relation: AbstractRelation,
    target: AbstractTarget,
    *,
    between: tuple[float, float] = (1e-12, 1.0),
    tolerance: float = 1e-6,
    rtol: float = 1e-3,
    route: Route = "tightest",
) -> Calibrated:
    """The largest sampling rate ``q`` at which the run ``program_of(q)`` meets a target.

    A larger rate never loses less under Poisson sampling, known noise or black box, so that nothing above the value
    meets the target up to the tolerance. For other functions that is assumed; the value returned meets the target all
    the same. For one step of a black box with (eps0, delta0), B18 Theorem 8 gives
    ``q >= min((e^eps - 1) / (e^eps0 - 1), delta / delta0)``.

    Parameters
    ----------
    program_of
        From q in (0, 1] to the run.
    relation
        Who may differ.
    target
        What has to be met.
    between
        Smallest and largest rate to look at.
    tolerance
        Relative distance to the next larger value, which misses the target.
    rtol
        As for :func:`tightdp.account`: the answer is the one that ``account`` gives at the value.
    route
        As for :func:`tightdp.account`.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If no rate in the range meets the target.

    Examples
    --------
    >>> from tightdp import AddRemove, Budget, EpsilonDelta, Poisson, Step, largest_rate
    >>> box = EpsilonDelta(epsilon=1.0, delta=1e-6)
    >>> found = largest_rate(lambda q: Step(box, Poisson(q)), AddRemove(), Budget(epsilon=0.1, delta=1e-7))
    >>> round(found.value, 4)
    0.0612
    """
    unknown = real_unknown("rate", between, tolerance, start=0.01, falls=False, remedy=_REMEDY)
    return calibrate(unknown, lambda q: account(program_of(q), relation, rtol=rtol, route=route), target)
