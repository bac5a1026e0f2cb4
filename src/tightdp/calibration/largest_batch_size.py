"""How many records a batch may hold."""

from __future__ import annotations

from collections.abc import Callable

from tightdp.accounting import Program, Step, account
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.calibrate import calibrate
from tightdp.calibration.calibrated import Calibrated
from tightdp.calibration.unknown import whole_unknown
from tightdp.numerics.checks import whole
from tightdp.relations import AbstractRelation
from tightdp.transport import Route

_REMEDY = "more noise or fewer steps"


def largest_batch_size(
    program_of: Callable[[int], Program | Step],
    relation: AbstractRelation,
    target: AbstractTarget,
    *,
    dataset_size: int,
    rtol: float = 1e-3,
    route: Route = "tightest",
) -> Calibrated:
    """The largest batch size ``m`` at which the run ``program_of(m)`` meets a target.

    A larger batch never loses less under all schemes, with noise that stays the same for the sum over the batch. Where
    the noise is for a mean, and so falls with m, that need not be; the value returned meets the target all the same.

    Parameters
    ----------
    program_of
        From m to the run, such as ``lambda m: 1000 * Step(mechanism, WithoutReplacement(n, m))``, or with
        ``Poisson(m / n)`` for the expected batch size.
    relation
        Who may differ.
    target
        What has to be met.
    dataset_size
        Number of records, the largest batch size to look at.
    rtol, route
        As for :func:`tightdp.account`: the answer is the one that ``account`` gives at the value.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If even a batch of one record misses the target.

    Examples
    --------
    >>> from tightdp import Budget, Gaussian, Step, Substitute, WithoutReplacement, largest_batch_size
    >>> run = lambda m: 100 * Step(Gaussian(4.0), WithoutReplacement(10_000, m))
    >>> largest_batch_size(run, Substitute(), Budget(epsilon=1.0, delta=1e-6), dataset_size=10_000).value
    369
    """
    size = whole("dataset_size", dataset_size, 1)
    unknown = whole_unknown("batch size", 1, size, start=max(size // 100, 1), remedy=_REMEDY)
    return calibrate(unknown, lambda m: account(program_of(int(m)), relation, rtol=rtol, route=route), target)
