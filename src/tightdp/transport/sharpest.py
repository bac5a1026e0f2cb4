"""The exact worst case of one step at one order: a concave program over the tests' probabilities."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from tightdp.schemes.batch_laws import Counts, Floats
from tightdp.transport.events import Transport
from tightdp.transport.linear_program import Rows, linear_program
from tightdp.transport.power_of_tests import power_of_tests
from tightdp.transport.reach import group_pair

_ROUNDS = 150
_GAP = 3e-11
_VIOLATED = 1e-12
_CUTS = 3
_PATIENCE = 15
_STEEPEST = 60.0
# Relative to the terms of a certified value: sums of some thousand terms, and the profiles' own rounding.
_ROUNDING = 1e-14


@dataclass(frozen=True, eq=False)
class Sharpest:
    """``sup H_alpha(x || x')`` over all mechanisms that keep to the distances, with proofs of both ends.

    Parameters
    ----------
    lower, upper
        Both ends.
    tests
        Probabilities of one output event for each class that attain the lower end, ``(k,)``.
    """

    lower: float
    upper: float
    tests: Floats


@dataclass(frozen=True, eq=False)
class _Cuts:
    """Constraints ``h_first <= e^slope h_second + height``, ``(m,)`` each."""

    first: Counts
    second: Counts
    slopes: Floats
    heights: Floats


def sharpest(problem: Transport, epsilon: float, gap: float = _GAP) -> Sharpest:
    """``max sum_y (p(y) - e^eps q(y)) h(y)`` subject to ``h(y) <= F_d(y,y')(h(y'))``, ``0 <= h <= 1`` (SHARP).

    Let h(y) be the probability of an event when the batch is y. For every mechanism and event it satisfies the
    constraints, F_d being the largest probability that a test can have at distance d, so no hockey-stick divergence
    exceeds the maximum. Conversely each h is attained: by a noisy function of the batch and a half-line where F_d
    belongs to shifts of a noise law, by one random bit for a black box. F_d is concave and
    ``F_d(c) = min_t e^t c + d_d(t)``, so the program is linear with cuts added where they are violated. The upper end
    is the value of the cuts' multipliers, a bound whatever the solver's precision (a flow from batch to batch,
    amplified by e^t along its way, at the price d_d(t)); the lower end is that of an admissible h.

    Parameters
    ----------
    problem
        The laws and distances.
    epsilon
        eps of either sign, at most 30 in absolute value.
    gap
        Distance of both ends at which to stop.
    """
    gain = problem.classes.p - math.exp(epsilon) * problem.classes.q
    used = np.flatnonzero((problem.classes.p > 0.0) | (problem.classes.q > 0.0))
    between = problem.distances[np.ix_(used, used)]
    powers = _Powers(problem, between)
    none = np.empty(0, dtype=np.int64)
    cuts = _Cuts(none, none, np.empty(0), np.empty(0))
    upper, lower, tests = float(np.maximum(gain, 0.0).sum()), -math.inf, np.zeros(len(used))
    h = np.where(gain[used] > 0.0, 1.0, 0.0)
    stalled, smallest = 0, math.inf
    for _ in range(_ROUNDS):
        admissible = powers.projected(h)
        value = float(gain[used] @ admissible)
        if value > lower:
            lower, tests = value, admissible
        stalled = 0 if upper - lower < 0.9 * smallest else stalled + 1
        smallest = min(smallest, upper - lower) if stalled == 0 else smallest
        if upper - lower <= gap or stalled > _PATIENCE:
            break
        fresh = powers.violated(h)
        if len(fresh.first) == 0:
            break
        cuts = _joined([cuts, fresh])
        h, bound = _solve(gain[used], cuts)
        upper = min(upper, bound)
    floor = max(0.0, -math.expm1(epsilon))
    everywhere = np.ones(len(gain)) if floor > lower else powers.extended(tests, problem.distances[:, used])
    return Sharpest(max(lower, floor), max(upper, lower, floor), everywhere)


def _joined(parts: list[_Cuts]) -> _Cuts:
    return _Cuts(
        np.concatenate([part.first for part in parts]),
        np.concatenate([part.second for part in parts]),
        np.concatenate([part.slopes for part in parts]),
        np.concatenate([part.heights for part in parts]),
    )


def _solve(gain: Floats, cuts: _Cuts) -> tuple[Floats, float]:
    """The best h under the cuts, and the certified value of the cuts' multipliers."""
    m, k = len(cuts.first), len(gain)
    growth = np.exp(cuts.slopes)
    scale = 1.0 / np.maximum(growth, 1.0)
    size = float(np.abs(gain).max())
    rows = Rows(
        np.concatenate([np.arange(m), np.arange(m)]),
        np.concatenate([cuts.first, cuts.second]),
        np.concatenate([scale, -growth * scale]),
        cuts.heights * scale,
    )
    solved = linear_program(-gain / size, rows, equal=False)
    if solved is None:
        return np.where(gain > 0.0, 1.0, 0.0), math.inf
    multipliers = np.maximum(solved.multipliers, 0.0) * scale * size
    sent = np.bincount(cuts.first, multipliers, k)
    received = np.bincount(cuts.second, multipliers * growth, k)
    priced = multipliers * cuts.heights
    bound = math.fsum(priced.tolist()) + math.fsum(np.maximum(gain - sent + received, 0.0).tolist())
    rounding = _ROUNDING * float(priced.sum() + np.abs(gain).sum() + sent.sum() + received.sum())
    return np.clip(solved.x, 0.0, 1.0), bound + rounding


class _Powers:
    """F_d for all distances of a problem."""

    def __init__(self, problem: Transport, between: Floats) -> None:
        self.values = np.unique(between[np.isfinite(between) & (between > 0.0)])
        self.pairs = [group_pair(problem.reach, float(d)) for d in self.values]
        self.at = [np.nonzero(between == d) for d in self.values]
        self.between, self.size = between, len(between)

    def limits(self, h: Floats) -> tuple[Floats, Floats]:
        """``F_d(y,y')(h(y'))`` and the slopes' logarithms there, ``(k, k)``; 1 where nothing is promised."""
        most, slopes = np.ones((self.size, self.size)), np.zeros((self.size, self.size))
        for pair, (rows, columns) in zip(self.pairs, self.at, strict=True):
            value, slope = power_of_tests(pair, h)
            most[rows, columns], slopes[rows, columns] = value[columns], slope[columns]
        return most, slopes

    def projected(self, h: Floats) -> Floats:
        """The largest admissible function below ``h``."""
        for _ in range(50):
            lowered = np.minimum(h, self.limits(h)[0].min(axis=1))
            if bool(np.all(h - lowered <= 1e-16)):
                return lowered
            h = lowered
        return h

    def violated(self, h: Floats) -> _Cuts:
        """For each class the constraints that it breaks by most, each as two tangents.

        One touches F_d at h(y'), the other half way from there to where F_d reaches h(y): both cut (h(y'), h(y)) off.
        """
        excess = h[:, None] - self.limits(h)[0]
        worst = np.argsort(-excess, axis=1)[:, :_CUTS]
        rows = np.repeat(np.arange(self.size), worst.shape[1])
        columns = worst.ravel()
        kept = excess[rows, columns] > _VIOLATED
        rows, columns = rows[kept], columns[kept]
        parts: list[_Cuts] = []
        for d, pair in zip(self.values, self.pairs, strict=True):
            mine = self.between[rows, columns] == d
            first, second = rows[mine], columns[mine]
            reached = 1.0 - power_of_tests(pair, 1.0 - h[first])[0]
            for at in (h[second], 0.5 * (h[second] + reached)):
                slopes = power_of_tests(pair, at)[1]
                steep = np.abs(slopes) > _STEEPEST
                slopes = slopes[~steep]
                parts.append(_Cuts(first[~steep], second[~steep], slopes, pair.hockey_stick(slopes)))
        return _joined(parts)

    def extended(self, tests: Floats, between: Floats) -> Floats:
        """The largest admissible function on all classes that agrees with ``tests`` on those in use."""
        out = np.ones(len(between))
        for i, row in enumerate(between):
            same = np.flatnonzero(row == 0.0)
            if len(same):
                out[i] = tests[same[0]]
                continue
            for d, pair in zip(self.values, self.pairs, strict=True):
                limits = power_of_tests(pair, tests[row == d])[0]
                out[i] = min(out[i], float(limits.min())) if len(limits) else out[i]
        return out
