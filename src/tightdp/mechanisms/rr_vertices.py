"""Worst cases of randomised response over all functions of the batch."""

from __future__ import annotations

import numpy as np

from tightdp.mechanisms.exact_release import exact_release_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.from_profile import pair_of_profile
from tightdp.pairs.pair import Array
from tightdp.pairs.swapped import swap

Split = tuple[float, float]

_ROUNDING = 1e-15
_CLOSE = 1e-8


def response_vertices(truth: float, categories: int, p: Split, q: Split) -> tuple[Discrete, ...]:
    """Pairs ``((1 - w) R_a + w R_b, (1 - v) R_a + v R_c)`` for the answers b, c that a function can give.

    R_t is the output law of the answer t. A batch without changed records is answered by a. The divergence is
    jointly convex in the three answers' laws, so one of these corners is the worst function (theory 2.4).

    Parameters
    ----------
    truth
        Probability that the output is the true answer.
    categories
        Number of answers, at least 2.
    p, q
        ``(1 - w, w)`` and ``(1 - v, v)``: probabilities that a batch of x and of x' holds no changed record, and
        that it does.
    """
    corners = [(1, 0), (0, 1)] if categories == 2 else [(1, 0), (0, 1), (1, 2)]
    if q[1] == 0.0:
        corners = [(1, 0)]
    elif p[1] == 0.0:
        corners = [(0, 1)]
    return tuple(_corner(truth, categories, (p, q), answers) for answers in corners)


def _corner(truth: float, categories: int, sides: tuple[Split, Split], answers: tuple[int, int]) -> Discrete:
    lie = (1.0 - truth) / (categories - 1)
    shown = min(categories, 3)
    laws = np.full((shown, shown), lie)
    np.fill_diagonal(laws, truth)
    if categories > shown:
        laws = np.column_stack([laws, np.full(shown, lie * (categories - shown))])
    if lie == 0.0:
        return exact_release_pair(*(side if answer else (1.0,) for side, answer in zip(sides, answers, strict=True)))
    gain_p, gain_q = (_log_gain(side, laws[b] / laws[0]) for side, b in zip(sides, answers, strict=True))
    log_q = np.log(laws[0]) + gain_q
    return Discrete.from_logs(gain_p - gain_q, log_q + (gain_p - gain_q), log_q)


def _log_gain(side: Split, ratio: Array) -> Array:
    """``log((1 - w) + w r)``, which keeps its digits for w close to 0, where it is small, and close to 1."""
    stays, changes = side
    excess = changes * (ratio - 1.0)
    return np.where(excess > -0.5, np.log1p(np.maximum(excess, -0.5)), np.log(stays + changes * ratio))


def envelope(pairs: tuple[Discrete, ...]) -> tuple[Discrete, bool]:
    """The pair of ``max_i d_i(eps)`` and whether one of the pairs attains it at every eps.

    A maximum of convex functions of e^eps is convex, so it is the profile of a pair; here it is piecewise linear,
    with kinks at the pairs' losses and where two of their profiles cross.

    Parameters
    ----------
    pairs
        Tables, ``(m,)``.
    """
    swapped = tuple(swap(pair) for pair in pairs)
    kinks = _kinks(list(pairs), [s for s in swapped if isinstance(s, Discrete)])
    up = np.array([pair.hockey_stick(kinks) for pair in pairs])
    down = np.array([pair.hockey_stick(kinks) for pair in swapped])
    for i, pair in enumerate(pairs):
        ahead = np.all(up[i] >= up - _ROUNDING, axis=0).all() and np.all(down[i] >= down - _ROUNDING, axis=0).all()
        if bool(ahead):
            return pair, True
    return pair_of_profile(kinks, up.max(axis=0), down.max(axis=0)), False


def _kinks(pairs: list[Discrete], swapped: list[Discrete]) -> Array:
    losses = np.concatenate([np.zeros(1)] + [np.abs(pair.losses) for pair in pairs])
    kinks = np.unique(losses)
    crossings: list[float] = []
    for group in (pairs, swapped):
        values = np.array([pair.hockey_stick(kinks) for pair in group])
        for i in range(len(group)):
            for j in range(i):
                crossings += _crossings(kinks, values[i] - values[j])
    height = max(float(pair.hockey_stick(np.zeros(1))[0]) for pair in pairs)
    return _separated(np.unique(np.concatenate([kinks, np.array(crossings)])), _CLOSE * height)


def _separated(kinks: Array, least: float) -> Array:
    """The kinks without those that are closer to 0 or to the next one; the last one stays.

    The slope between two kinks has the rounding of the values over their distance. A kink that is left out costs
    nothing but a chord above it.
    """
    inner = (kinks[1:-1] > least) & (np.diff(kinks[1:]) > least)
    return kinks[np.concatenate([[True], inner, [True]])] if len(kinks) > 2 else kinks


def _crossings(kinks: Array, difference: Array) -> list[float]:
    """eps at which a function that is linear in e^eps between the kinks changes sign by more than rounding.

    A crossing that is left out costs nothing but a chord above it.
    """
    found: list[float] = []
    for a, b, left, right in zip(kinks[:-1], kinks[1:], difference[:-1], difference[1:], strict=True):
        if left * right < 0.0 and min(abs(left), abs(right)) > _ROUNDING:
            share = left / (left - right)
            found.append(float(a + np.log1p(share * np.expm1(b - a))))
    return found
