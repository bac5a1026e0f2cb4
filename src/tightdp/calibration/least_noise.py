"""How much noise a target needs."""

from __future__ import annotations

from collections.abc import Callable

from tightdp.accounting import Answer, Program, Step, account
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.calibrate import calibrate
from tightdp.calibration.calibrated import Calibrated
from tightdp.calibration.unknown import real_unknown
from tightdp.relations import AbstractRelation
from tightdp.transport import Route

_REMEDY = "fewer steps, smaller rates or more noise in the parts that stay as they are"


def least_noise(
    program_of: Callable[[float], Program | Step],
    relation: AbstractRelation,
    target: AbstractTarget,
    *,
    between: tuple[float, float] = (1e-3, 1e12),
    tolerance: float = 1e-6,
    rtol: float = 1e-3,
    route: Route = "tightest",
) -> Calibrated:
    """The smallest noise level ``s`` at which the run ``program_of(s)`` meets a target.

    More noise never loses more with Gaussian, Laplace and discrete Laplace noise, alone or scaled together in a fixed
    ratio, so that nothing below the value meets the target up to the tolerance. For other functions that is assumed;
    the value returned meets the target all the same. A target with infinite epsilon needs no noise: the value is 0.

    Parameters
    ----------
    program_of
        From s > 0, such as a noise multiplier, to the run.
    relation
        Who may differ.
    target
        What has to be met.
    between
        Smallest and largest noise level to look at.
    tolerance
        Relative distance to the next smaller value, which misses the target.
    rtol
        As for :func:`tightdp.account`: the answer is the one that ``account`` gives at the value.
    route
        As for :func:`tightdp.account`.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If no noise level in the range meets the target.

    Examples
    --------
    >>> from tightdp import AddRemove, Budget, Gaussian, Poisson, Step, least_noise
    >>> found = least_noise(
    ...     lambda sigma: 10_000 * Step(Gaussian(sigma), Poisson(0.01)), AddRemove(), Budget(epsilon=2.0, delta=1e-5)
    ... )
    >>> round(found.value, 3), found.bound.upper <= 2.0
    (2.128, True)
    """
    unknown = real_unknown("noise level", between, tolerance, start=1.0, falls=True, remedy=_REMEDY)

    def answer_at(value: float) -> Answer:
        return account(program_of(value), relation, rtol=rtol, route=route)

    if isinstance(target, AbstractTarget) and target.is_empty:  # pyright: ignore[reportUnnecessaryIsInstance]
        answer = answer_at(0.0)
        return Calibrated(unknown.name, 0.0, None, target, target.measured(answer), answer, 1)
    return calibrate(unknown, answer_at, target)
