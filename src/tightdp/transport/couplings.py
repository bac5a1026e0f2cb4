"""Couplings of two laws on classes of batches: maximal, distance-compatible, and cheapest."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.schemes.batch_laws import Floats
from tightdp.transport.largest_flow import largest_flow
from tightdp.transport.linear_program import Rows, linear_program

_SAME = 1e-9


@dataclass(frozen=True, eq=False)
class Overlap:
    """``p = (1 - eta) p0 + eta p1``, ``q = (1 - eta) p0 + eta q1`` with eta the total variation (B18 section 3).

    Parameters
    ----------
    eta
        Total variation of p and q.
    shared
        p0, or zeros where eta is 1.
    p_only, q_only
        p1 and q1, with disjoint supports; zeros where eta is 0.
    """

    eta: float
    shared: Floats
    p_only: Floats
    q_only: Floats


def maximal_coupling(p: Floats, q: Floats) -> Overlap:
    """The overlapping mixture that a maximal coupling leaves: it keeps two batches equal as often as possible.

    Parameters
    ----------
    p, q
        Two laws, ``(k,)`` each, with sum 1.
    """
    # Rests below rounding are no difference.
    above, below = (np.where(a - b > 1e-12 * a, a - b, 0.0) for a, b in ((p, q), (q, p)))
    eta = min(max(float(above.sum()), float(below.sum())), 1.0)
    if eta == 0.0:
        return Overlap(0.0, p, np.zeros_like(p), np.zeros_like(p))
    common = np.minimum(p, q)
    shared = common / common.sum() if float(common.sum()) > 0.0 else common
    return Overlap(eta, shared, above / above.sum(), below / below.sum())


@dataclass(frozen=True, eq=False)
class Coupling:
    """A joint law of two batches that differ as little as they can.

    Parameters
    ----------
    joint
        Probabilities, ``(m, n)``.
    """

    joint: Floats


@dataclass(frozen=True)
class Incompatible:
    """Why no coupling matches each batch with a closest one: Hall's condition fails.

    Parameters
    ----------
    batches
        Classes of the first law, all of whose closest batches lie in ``closest``.
    closest
        Those classes of the second law.
    mass
        Probability of ``batches`` under the first law.
    room
        Probability of ``closest`` under the second law, which is smaller.
    """

    batches: tuple[int, ...]
    closest: tuple[int, ...]
    mass: float
    room: float

    def words(self, names: tuple[str, ...]) -> str:
        """The certificate as a sentence.

        Parameters
        ----------
        names
            Names of the classes.
        """
        first, second = (
            ", ".join(names[i] for i in some) or "nothing" for some in (self.batches[:4], self.closest[:4])
        )
        return f"{first} with probability {self.mass:.6g} are closest to {second} with probability {self.room:.6g} only"


def compatible_coupling(p: Floats, q: Floats, distances: Floats) -> Coupling | Incompatible:
    """A coupling with ``d(y, y') = d(y, supp q)`` on its support, or the batches that rule it out (B18 Thm 7).

    If there is one no other coupling is cheaper, whatever nondecreasing cost a distance has.

    Parameters
    ----------
    p, q
        The two laws, ``(k,)`` each, with sum 1.
    distances
        Distances of the classes, ``(k, k)``; infinity where batches cannot be compared.
    """
    rows, columns = np.flatnonzero(p > 0.0), np.flatnonzero(q > 0.0)
    between = distances[np.ix_(rows, columns)]
    least = between.min(axis=1, keepdims=True)
    allowed = np.isfinite(between) & (between <= np.where(np.isfinite(least), least, 0.0) * (1.0 + _SAME))
    flow = largest_flow(p[rows], q[columns], allowed)
    if flow.unmet:
        bad = list(flow.unmet)
        near = np.flatnonzero(allowed[bad].any(axis=0))
        return Incompatible(
            tuple(rows[bad].tolist()),
            tuple(columns[near].tolist()),
            float(p[rows[bad]].sum()),
            float(q[columns[near]].sum()),
        )
    filled = flow.amounts.sum(axis=0)
    lacking = columns[np.abs(filled - q[columns]) > _SAME * q[columns]]
    if len(lacking):  # batches of the second law so rare that rounding hides whether they are reached
        return Incompatible(tuple(rows.tolist()), tuple(lacking.tolist()), 0.0, float(q[lacking].sum()))
    joint = np.zeros(distances.shape)
    joint[np.ix_(rows, columns)] = flow.amounts
    return Coupling(joint)


def cheapest_coupling(p: Floats, q: Floats, costs: Floats) -> Coupling:
    """``min_pi sum pi(y, y') c(y, y')`` over all couplings, by linear programming.

    What the solver leaves of the two laws is coupled anyhow, so that the result is a coupling whatever its precision.

    Parameters
    ----------
    p, q
        The two laws, ``(k,)`` each, with sum 1.
    costs
        Finite costs, ``(k, k)``.
    """
    rows, columns = np.flatnonzero(p > 0.0), np.flatnonzero(q > 0.0)
    m, n = len(rows), len(columns)
    found = np.outer(p[rows], q[columns])
    if m > 1 and n > 1:
        at = np.arange(m * n)
        solved = linear_program(
            costs[np.ix_(rows, columns)].ravel(),
            Rows(
                np.concatenate([at // n, m + at % n]),
                np.concatenate([at, at]),
                np.ones(2 * m * n),
                np.concatenate([p[rows], q[columns]]),
            ),
            equal=True,
        )
        if solved is not None:
            found = completed(np.maximum(solved.x.reshape(m, n), 0.0), p[rows], q[columns])
    joint = np.zeros(costs.shape)
    joint[np.ix_(rows, columns)] = found
    return Coupling(joint)


def completed(joint: Floats, p: Floats, q: Floats) -> Floats:
    """A nonnegative table scaled down to the two laws and filled up with the product of what is left of them.

    Parameters
    ----------
    joint
        Amounts >= 0, ``(m, n)``.
    p, q
        The sums of rows and of columns that are wanted, ``(m,)`` and ``(n,)``.
    """
    sums = joint.sum(axis=1)
    joint = joint * np.minimum(1.0, np.divide(p, sums, out=np.ones(len(p)), where=sums > 0.0))[:, None]
    sums = joint.sum(axis=0)
    joint = joint * np.minimum(1.0, np.divide(q, sums, out=np.ones(len(q)), where=sums > 0.0))[None, :]
    left, room = np.maximum(p - joint.sum(axis=1), 0.0), np.maximum(q - joint.sum(axis=0), 0.0)
    total = max(float(left.sum()), float(room.sum()))
    return joint if total == 0.0 else joint + np.outer(left, room) / total
