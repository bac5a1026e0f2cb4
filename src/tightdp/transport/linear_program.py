"""Linear programs on sparse matrices (HiGHS)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from tightdp.schemes.batch_laws import Counts, Floats

_TOLERANCE = 1e-10


@dataclass(frozen=True, eq=False)
class Rows:
    """A sparse matrix with its right-hand side.

    Parameters
    ----------
    row, column
        Places of the entries, ``(e,)``.
    entry
        The entries, ``(e,)``.
    right
        Right-hand side, ``(m,)``.
    """

    row: Counts
    column: Counts
    entry: Floats
    right: Floats


@dataclass(frozen=True, eq=False)
class Solution:
    """What the solver found; whoever uses it proves what is needed from it anew.

    Parameters
    ----------
    x
        The variables, ``(n,)``.
    multipliers
        One for each row, ``(m,)``, >= 0 for rows ``<=``.
    """

    x: Floats
    multipliers: Floats


def linear_program(costs: Floats, rows: Rows, *, equal: bool) -> Solution | None:
    """``min c x`` with ``A x <= b`` (or ``= b``) and ``0 <= x <= 1``; None if the solver gives up.

    Parameters
    ----------
    costs
        c, ``(n,)``.
    rows
        A and b.
    equal
        Whether the rows are equations.
    """
    # Half a second that only schemes of one's own need.
    from scipy.optimize import linprog  # noqa: PLC0415
    from scipy.sparse import csr_array  # noqa: PLC0415

    matrix: Any = csr_array((rows.entry, (rows.row, rows.column)), shape=(len(rows.right), len(costs)))
    sides: dict[str, Any] = {"A_eq": matrix, "b_eq": rows.right} if equal else {"A_ub": matrix, "b_ub": rows.right}
    options: Any = {"primal_feasibility_tolerance": _TOLERANCE, "dual_feasibility_tolerance": _TOLERANCE}
    solved: Any = linprog(costs, bounds=(0.0, 1.0), method="highs", options=options, **sides)
    if solved.x is None:
        return None
    marginals = solved.eqlin.marginals if equal else solved.ineqlin.marginals
    return Solution(np.asarray(solved.x, dtype=np.float64), -np.asarray(marginals, dtype=np.float64))
