"""The delta that goes with an epsilon."""

from __future__ import annotations

import math

from tightdp.accounting import Program, Step, account
from tightdp.calibration.budget import Budget
from tightdp.calibration.calibrated import Calibrated
from tightdp.calibration.crossing import crossing
from tightdp.calibration.log_ratio import log_ratio
from tightdp.calibration.unknown import real_unknown
from tightdp.errors import CannotAnswer
from tightdp.numerics.bound import LEAST_POSITIVE
from tightdp.numerics.checks import at_least_zero
from tightdp.relations import AbstractRelation
from tightdp.transport import Route

_NAME = "delta"
_ABOVE = "the whole mass of the loss may lie above it"
_REMEDY = "a larger epsilon, more noise or fewer steps"
_FINITE = 1e308
_MOST = 1.0 - 2.0**-53


def smallest_delta(
    program: Program | Step,
    relation: AbstractRelation,
    *,
    epsilon: float,
    tolerance: float = 1e-6,
    rtol: float = 1e-3,
    route: Route = "tightest",
) -> Calibrated:
    """The smallest delta at which a run's certified epsilon is at most the one given.

    It is the certified upper end of ``d(epsilon)``, moved up by what the rounding of epsilon costs, so that asking for
    epsilon at it gives no more than the target. It cannot go below the mass that no epsilon protects, which is the
    value at ``inf``.

    Parameters
    ----------
    program
        What runs.
    relation
        Who may differ.
    epsilon
        eps >= 0 in nats.
    tolerance
        Relative distance of the values that are looked at.
    rtol, route
        As for :func:`tightdp.account`.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If no delta below 1 does.

    Examples
    --------
    >>> from tightdp import AddRemove, FullBatch, Gaussian, Step, smallest_delta
    >>> round(smallest_delta(Step(Gaussian(1.0), FullBatch()), AddRemove(), epsilon=1.0).value, 4)
    0.1269
    """
    allowed = at_least_zero("epsilon", epsilon)
    answer = account(program, relation, rtol=rtol, route=route)
    first = answer.delta(allowed).upper
    if first <= 0.0 or (first < _MOST and (Budget(allowed, first).decides != "epsilon" or math.isinf(allowed))):
        target = Budget(allowed, first if first > 0.0 or allowed > 0.0 else LEAST_POSITIVE)
        beyond = first / (1.0 + tolerance) if first > 0.0 else None
        return Calibrated(_NAME, first, beyond, target, target.measured(answer), answer, 1)
    unknown = real_unknown(_NAME, (LEAST_POSITIVE, _MOST), tolerance, start=first, falls=True, remedy=_REMEDY)
    highest = min(allowed, _FINITE)
    found = crossing(unknown.axis, lambda delta: log_ratio(answer.epsilon(delta).upper, highest), unknown.start)
    if found.met is None:
        raise CannotAnswer(f"a delta below 1 at epsilon {allowed:g}", _ABOVE, _REMEDY)
    value, beyond = found.met.value, None if found.missed is None else found.missed.value
    return Calibrated(_NAME, value, beyond, Budget(allowed, value), answer.epsilon(value), answer, found.evaluations)
