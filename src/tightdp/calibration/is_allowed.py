"""Whether a step may be taken."""

from __future__ import annotations

from tightdp.accounting import Program, Step, account
from tightdp.accounting.question import checked_program
from tightdp.calibration.abstract_target import AbstractTarget
from tightdp.relations import AbstractRelation
from tightdp.transport import Route


def is_allowed(
    step: Program | Step,
    relation: AbstractRelation,
    target: AbstractTarget,
    *,
    after: Program | Step = Program(),  # noqa: B008 - frozen
    rtol: float = 1e-4,
    route: Route = "tightest",
) -> bool:
    """Whether the run ``after + step`` still meets a target: ask before the step is taken. Asking changes nothing.

    Parameters
    ----------
    step
        What would come next.
    relation
        Who may differ.
    target
        What the whole run has to meet.
    after
        What ran before.
    rtol, route
        As for :func:`tightdp.account`; ``rtol`` is finer by default than there, since one step changes little.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If nothing is proven for a step under the relation.

    Examples
    --------
    >>> from tightdp import AddRemove, Budget, Gaussian, Poisson, Step, is_allowed
    >>> step, budget = Step(Gaussian(1.0), Poisson(0.01)), Budget(epsilon=1.0, delta=1e-5)
    >>> is_allowed(step, AddRemove(), budget, after=253 * step), is_allowed(step, AddRemove(), budget, after=254 * step)
    (True, False)
    """
    once, done = (checked_program(part, relation, route) for part in (step, after))
    return target.is_met_by(account(done + once, relation, rtol=rtol, route=route))
