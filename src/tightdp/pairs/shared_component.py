"""Theorem U for tables: two mixtures that share one component, known only by trade-offs to it."""

from __future__ import annotations

import numpy as np

from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import Array

_TINY = -690.0
_LARGE = 30.0


def shared_component_pair(p: tuple[float, ...], q: tuple[float, ...], by_distance: tuple[Discrete, ...]) -> Discrete:
    """``H_alpha(P || Q) <= max_c sum_i p_i (1 - f_i(c)) - alpha sum_j q_j f_j(1 - c)`` as a table (Theorem U).

    Here c is the probability of a test under the shared component, ``1 - f_i`` the largest probability that a law
    at distance i can give it, and ``f_j(1 - c)`` the smallest. Both are piecewise linear in c, so the bound is the
    profile of a table with one atom for each linear piece; it holds for every alpha >= 0 and composes.

    Parameters
    ----------
    p, q
        Probabilities of i and of j changed records, ``(m,)`` and ``(n,)``.
    by_distance
        Element k is a symmetric pair whose trade-off is f_k; element 0 is trivial; at least ``max(m, n)`` of them.
    """
    by_distance = tuple(_without_underflow(pair) for pair in by_distance[: max(len(p), len(q))])
    log_width, upper, lower = _losses(by_distance)
    loss_p, loss_q = _log_mean(p, upper), _log_mean(q, lower)
    p_infinite = sum(w * pair.p_infinite for w, pair in zip(p, by_distance, strict=False))
    q_infinite = sum(w * pair.p_infinite for w, pair in zip(q, by_distance, strict=False))
    return _assemble(loss_p, loss_q, log_width, p_infinite, q_infinite)


def component_losses(by_distance: tuple[Discrete, ...]) -> tuple[Array, list[Array], list[Array]]:
    """``log`` of the slopes of ``1 - f_k(c)`` and of ``f_k(1 - c)`` on the pieces where all are constant.

    Parameters
    ----------
    by_distance
        Symmetric pairs whose trade-offs to the shared component are f_k.

    Returns
    -------
    Logarithms of the pieces' widths, ``(n,)`` from c = 0 to c = 1, and the two lists of slopes, each ``(n,)``.
    """
    return _losses(tuple(_without_underflow(pair) for pair in by_distance))


def _losses(by_distance: tuple[Discrete, ...]) -> tuple[Array, list[Array], list[Array]]:
    left, right, width = _pieces(*_break_points(by_distance))
    middle_low, middle_high = 0.5 * (left[0] + right[0]), 0.5 * (left[1] + right[1])
    upper = [_loss_at(pair, middle_low, middle_high) for pair in by_distance]
    lower = [_loss_at(pair, middle_high, middle_low) for pair in by_distance]
    return np.log(width), upper, lower


def _log_mean(weights: tuple[float, ...], losses: list[Array]) -> Array:
    """``log sum_k w_k e^(l_k)``, as ``log1p(sum_k w_k (e^(l_k) - 1))`` where that keeps more digits."""
    terms = [(w, loss) for w, loss in zip(weights, losses, strict=False) if w > 0.0]
    with np.errstate(divide="ignore"):
        excess = np.sum([w * np.expm1(np.minimum(loss, _LARGE)) for w, loss in terms], axis=0)
        far = log_sum(np.array([np.log(w) + loss for w, loss in terms]))
        near = np.log1p(np.maximum(excess, -1.0))
    return np.where((np.max([loss for _, loss in terms], axis=0) < _LARGE) & (excess > -0.5), near, far)


def _without_underflow(pair: Discrete) -> Discrete:
    """Atoms whose mass on the other side is below 1e-300 count as revealed, so that no mass gets lost in a sum."""
    top, bottom = pair.log_q < _TINY, pair.log_p < _TINY
    kept = ~(top | bottom)
    return Discrete(
        pair.losses[kept],
        pair.log_p[kept],
        pair.log_q[kept],
        pair.p_infinite + float(np.exp(pair.log_p[top]).sum()),
        pair.q_infinite + float(np.exp(pair.log_q[bottom]).sum()),
    )


def _assemble(loss_p: Array, loss_q: Array, log_width: Array, p_infinite: float, q_infinite: float) -> Discrete:
    """Atoms of the shared law times the two slopes; a slope of 0 on one side reveals the other."""
    only_p, only_q = np.isneginf(loss_q), np.isneginf(loss_p)
    both = ~(only_p | only_q)
    log_p, log_q = log_width + loss_p, log_width + loss_q
    return Discrete.from_logs(
        loss_p[both] - loss_q[both],
        log_p[both],
        log_q[both],
        p_infinite=p_infinite + float(np.exp(log_p[only_p]).sum()),
        q_infinite=q_infinite + float(np.exp(log_q[only_q]).sum()),
    )


def _cumulated(pair: Discrete) -> tuple[Array, Array]:
    """Points c of the shared law between the atoms, counted from loss +inf and from loss -inf, largest loss first."""
    masses = np.exp(pair.log_q[::-1])
    from_top = np.cumsum(masses)
    from_bottom = pair.q_infinite + np.append(np.cumsum(masses[::-1])[::-1], 0.0)[1:]
    return from_top, from_bottom


def _break_points(pairs: tuple[Discrete, ...]) -> tuple[Array, Array]:
    low, high = [np.array([0.0, 1.0])], [np.array([1.0, 0.0])]
    for pair in pairs:
        top, bottom = _cumulated(pair)
        low += [top, bottom]
        high += [bottom, top]
    return np.concatenate(low), np.concatenate(high)


def _pieces(low: Array, high: Array) -> tuple[tuple[Array, Array], tuple[Array, Array], Array]:
    order = np.lexsort((-high, low))
    low, high = low[order], high[order]
    width = np.where(low[:-1] < 0.5, np.diff(low), -np.diff(high))
    kept = width > 1e-15 * np.maximum(np.minimum(low[1:], high[:-1]), 1e-290)
    left = low[:-1][kept], high[:-1][kept]
    right = low[1:][kept], high[1:][kept]
    return left, right, width[kept]


def _loss_at(pair: Discrete, low: Array, high: Array) -> Array:
    """log of the slope of ``1 - f`` at c = low = 1 - high, from whichever end of the table c is nearer to.

    By symmetry the slope of ``f(1 - c)`` at c is the slope of ``1 - f`` at 1 - c.
    """
    top, bottom = _cumulated(pair)
    losses = np.append(pair.losses[::-1], -np.inf)
    near_top = np.searchsorted(top, low, side="left")
    near_bottom = len(bottom) - np.searchsorted(bottom[::-1], high, side="right")
    return losses[np.where(low < 0.5, near_top, np.minimum(near_bottom, len(losses) - 1))]
