"""Every bound that is known here, beside the tight answer."""

from __future__ import annotations

import math
from collections.abc import Callable

from tightdp.accounting.answer import Answer
from tightdp.accounting.step import Program, Step
from tightdp.baselines.case import Case
from tightdp.baselines.comparison import ANSWER, Comparison, Row
from tightdp.baselines.composition_bounds import advanced_epsilon, naive_epsilon, optimal_epsilon
from tightdp.baselines.curve_bounds import (
    abadi_epsilon,
    agnostic_epsilon,
    direct_transport_epsilon,
    jensen_epsilon,
    maximal_coupling_epsilon,
    renyi_epsilon,
    wang_epsilon,
    wang_self_consistent_epsilon,
    zhu_wang_epsilon,
    zhu_wang_general_epsilon,
)
from tightdp.baselines.group_bounds import (
    post_hoc_epsilon,
    profile_epsilon,
    simple_epsilon,
    stable_epsilon,
    triangle_epsilon,
)
from tightdp.errors import CannotAnswer
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import below_one
from tightdp.relations import AbstractRelation

BOUNDS: tuple[tuple[str, str, Callable[[Case], Bound]], ...] = (
    ("tightdp by Rényi divergences", "M17/P1, ALCKS20/T3", renyi_epsilon),
    ("mechanism-agnostic losses", "B18/T7, PLD", agnostic_epsilon),
    ("maximal coupling, Rényi", "B18/T7, M17/P1", maximal_coupling_epsilon),
    ("direct transport, Rényi", "S24/T3.3", direct_transport_epsilon),
    ("Jensen's inequality, Rényi", "S24/J", jensen_epsilon),
    ("moments accountant", "MTZ19/3.3", abadi_epsilon),
    ("Zhu and Wang", "ZW19/T6", zhu_wang_epsilon),
    ("Zhu and Wang, general", "ZW19/T5", zhu_wang_general_epsilon),
    ("Wang et al.", "WBK19/T9", wang_epsilon),
    ("Wang et al., self-consistent", "WBK19/T27", wang_self_consistent_epsilon),
    ("group after tight losses", "GP", profile_epsilon),
    ("group after tight losses, K e^eps", "V17/L2.2", simple_epsilon),
    ("group after tight Rényi", "M17/P11", post_hoc_epsilon),
    ("group after classical Rényi", "M17/P11", triangle_epsilon),
    ("group by stable maps, Rényi", "M17/P2", stable_epsilon),
    ("optimal composition", "KOV17/T3.3", optimal_epsilon),
    ("advanced composition", "DRV10/T3.3", advanced_epsilon),
    ("naive composition", "DR14/T3.16", naive_epsilon),
)

SLOW = frozenset(
    {
        "tightdp by Rényi divergences",
        "maximal coupling, Rényi",
        "group after tight losses",
        "group after tight losses, K e^eps",
        "group after tight Rényi",
        "optimal composition",
        "advanced composition",
        "naive composition",
    }
)
_LEFT_OUT = "it takes long for this run and was left out here; tightdp compare has it"
_ROUNDING = 1e-9


def compare(program: Program | Step, relation: AbstractRelation, delta: float, *, rtol: float = 1e-3) -> Comparison:
    """The tight eps at a delta and every classical bound on it, the smallest first.

    Rényi bounds are all converted by the best known conversion, at their best order, so that the rows differ by their
    theorems and by nothing else.

    Parameters
    ----------
    program
        Steps and how often each is taken.
    relation
        Who may differ, and how many at once.
    delta
        Probability in [0, 1).
    rtol
        Wanted relative gap of the tight answer.

    Raises
    ------
    InvalidInput
        If an argument has the wrong type or range.
    CannotAnswer
        If there is no tight answer to compare with.

    Examples
    --------
    >>> from tightdp import AddRemove, Gaussian, Poisson, Step
    >>> from tightdp.baselines import compare
    >>> found = compare(1000 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove(), delta=1e-5)
    >>> [row.name for row in found.applicable][:2]
    ['tightdp', 'mechanism-agnostic losses']
    >>> round(found.answer.epsilon.upper, 2)
    1.83
    """
    value = below_one("delta", delta)
    case = Case(1 * program if isinstance(program, Step) else program, relation, value, rtol)
    return _compared(case, frozenset())


def compare_beside(answer: Answer, delta: float, *, rtol: float, quick: bool) -> Comparison:
    """The same beside an answer that is there already.

    Parameters
    ----------
    answer
        The tight answer.
    delta
        Probability in [0, 1).
    rtol
        Wanted relative gap of the other bounds' composed losses.
    quick
        Whether to leave out the bounds that may take minutes where the answer takes seconds; their rows say so.

    Returns
    -------
    Comparison
        Every bound has its row.
    """
    case = Case(answer.program, answer.relation, below_one("delta", delta), rtol, answer)
    return _compared(case, SLOW if quick else frozenset())


def _compared(case: Case, left_out: frozenset[str]) -> Comparison:
    answer = case.answer
    tight = answer.epsilon(case.delta)
    rows = [Row(ANSWER, ", ".join(answer.because.theorems), tight, ratio=1.0)]
    for name, theorem, bound in BOUNDS:
        row = Row(name, theorem, None, _LEFT_OUT) if name in left_out else _row(name, theorem, bound, case, tight.upper)
        rows.append(row)
    rows.sort(key=lambda row: _size(row, tight.upper))
    return Comparison(case.program, case.relation, case.delta, tuple(rows))


def _size(row: Row, tight: float) -> tuple[bool, float]:
    """What orders the rows; sizes that differ from the answer by rounding only count as equal to it."""
    if row.epsilon is None:
        return True, 0.0
    return False, tight if math.isclose(row.epsilon.upper, tight, rel_tol=_ROUNDING) else row.epsilon.upper


def _row(name: str, theorem: str, bound: Callable[[Case], Bound], case: Case, tight: float) -> Row:
    """The bound, or why there is none."""
    try:
        epsilon = bound(case)
    except CannotAnswer as error:
        return Row(name, theorem, None, error.reason)
    return Row(name, theorem, epsilon, ratio=_ratio(epsilon.upper, tight))


def _ratio(value: float, tight: float) -> float:
    """1 where rounding only makes a difference."""
    if math.isclose(value, tight, rel_tol=_ROUNDING):
        return 1.0
    return math.inf if tight == 0.0 or math.isinf(value) else value / tight
