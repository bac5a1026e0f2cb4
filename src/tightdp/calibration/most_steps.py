"""How many steps a target allows."""

from __future__ import annotations

from tightdp.accounting import Program, Step, account
from tightdp.accounting.question import checked_program
from tightdp.accounting.step import MOST_STEPS
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.calibration.calibrate import calibrate
from tightdp.calibration.calibrated import Calibrated
from tightdp.calibration.unknown import whole_unknown
from tightdp.relations import AbstractRelation
from tightdp.transport import Route

_REMEDY = "steps that lose less"


def most_steps(
    step: Program | Step,
    relation: AbstractRelation,
    target: AbstractTarget,
    *,
    after: Program | Step = Program(),  # noqa: B008 - frozen
    rtol: float = 1e-4,
    route: Route = "tightest",
) -> Calibrated:
    """The largest ``T`` at which ``after + T * step`` meets a target; 0 where not even one step is left.

    More steps never lose less, so that nothing above the value meets the target, up to what ``rtol`` leaves open.

    Parameters
    ----------
    step
        What is repeated: a step or several.
    relation
        Who may differ.
    target
        What has to be met.
    after
        What ran before.
    rtol
        As for :func:`tightdp.account`, and finer by default than there, since one step more or less changes little. The
        answer is the one that ``account`` gives at the value with the same ``rtol``.
    route
        As for :func:`tightdp.account`.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If what ran before misses the target already.

    Examples
    --------
    >>> from tightdp import AddRemove, Budget, Gaussian, Poisson, Step, most_steps
    >>> step = Step(Gaussian(1.0), Poisson(0.01))
    >>> most_steps(step, AddRemove(), Budget(epsilon=1.0, delta=1e-5)).value
    254
    >>> most_steps(step, AddRemove(), Budget(epsilon=1.0, delta=1e-5), after=200 * step).value
    54
    """
    once, done = (checked_program(part, relation, route) for part in (step, after))
    room = (MOST_STEPS - done.steps) // max(once.steps, 1)
    unknown = whole_unknown("number of steps", 0, room, start=100, remedy=_REMEDY)
    return calibrate(unknown, lambda n: account(done + int(n) * once, relation, rtol=rtol, route=route), target)
