"""Rényi divergence of any pair from the masses of its loss in cells."""

from __future__ import annotations

import math

import numpy as np

from tightdp.divergences.power_sums import PowerSums, WeightedPoints, power_sums
from tightdp.pairs.pair import AbstractPair, Array, Cells

_CELLS = 8000
# What is revealed beyond the last edge of an unbounded loss, where its mass is below all floats.
_LEAST = 1e-300
_UNIT = 4e-16


def sums_of_cells(pair: AbstractPair, orders: Array, edges: Array | None = None) -> PowerSums:
    """``D`` and ``log Psi`` between those of the merged cells and of the cells split onto their ends.

    Merging a cell is post-processing, so it only loses (data processing). Within a cell the kernel is convex in
    ``e^L``, so moving both masses to the cell's two ends, both kept, only gains. Mass beyond the last edge of an
    unbounded loss counts as revealed: the upper end is then infinite for a >= 1.

    Parameters
    ----------
    pair
        The pair (P, Q).
    orders
        Orders a >= 1/2, finite, ``(k,)``.
    edges
        Increasing finite losses, ``(m,)``; by default a refinement of the pair's nodes.
    """
    if edges is None:
        edges = default_edges(pair)
    cells, support = pair.cells(edges), pair.support
    merged, split = merged_points(cells, edges), split_points(cells, edges, support.lowest, support.highest)
    infinite = support.p_infinite, support.q_infinite
    low, high = _with_infinite(merged, *infinite, orders), _with_infinite(split, *infinite, orders)
    return _between(low, high, orders, _rounding(merged))


def default_edges(pair: AbstractPair) -> Array:
    """Losses that refine the nodes of a pair and hold its heaviest atoms, increasing.

    Parameters
    ----------
    pair
        The pair.
    """
    nodes, support = pair.nodes(), pair.support
    ends = [x for x in (support.lowest, support.highest) if math.isfinite(x)]
    inner = np.concatenate([nodes, np.array([*ends, 0.0])])
    inner = np.unique(inner[np.isfinite(inner)])
    per_gap = max(1, _CELLS // max(len(inner), 1))
    share = np.arange(per_gap) / per_gap
    fine = (inner[:-1, None] + np.diff(inner)[:, None] * share).ravel()
    return np.unique(np.append(fine, inner[-1]))


def merged_points(cells: Cells, edges: Array) -> WeightedPoints:
    """One point for each cell that has mass under both laws.

    What rounding leaves in a cell whose atom sits at its neighbour's edge may have any quotient. The larger of the two
    masses is cut until the loss is in the cell, which only loses.

    Parameters
    ----------
    cells
        Masses.
    edges
        The cells' edges, ``(m,)``.
    """
    both = np.isfinite(cells.log_p) & np.isfinite(cells.log_q)
    log_p, log_q = cells.log_p[both], cells.log_q[both]
    left, right = np.append(-np.inf, edges)[both], np.append(edges, np.inf)[both]
    log_p, log_q = np.minimum(log_p, log_q + right), np.minimum(log_q, log_p - left)
    return WeightedPoints(log_p - log_q, log_p, log_q)


def split_points(cells: Cells, edges: Array, lowest: float, highest: float) -> WeightedPoints:
    """Two points for each cell, at its ends; what cannot be put there is revealed.

    With ``l = log p/q`` of the cell ``(e, f]`` the P-mass at f is ``p (1 - e^(e - l)) / (1 - e^(e - f))`` and the
    Q-mass at e is ``q (1 - e^(l - f)) / (1 - e^(e - f))``.

    Parameters
    ----------
    cells
        Masses.
    edges
        The cells' edges, ``(m,)``.
    lowest, highest
        Infimum and supremum of the finite losses.
    """
    ends = np.concatenate([[min(lowest, edges[0])], edges, [max(highest, edges[-1])]])
    left, right = ends[:-1], ends[1:]
    p, q = np.exp(cells.log_p), np.exp(cells.log_q)
    with np.errstate(invalid="ignore", divide="ignore"):
        middle = np.clip(
            np.where(np.isfinite(cells.log_p - cells.log_q), cells.log_p - cells.log_q, right), left, right
        )
        width = -np.expm1(left - right)
        up = np.where(width > 0.0, -np.expm1(left - middle) / width, 1.0)
        down = np.where(width > 0.0, -np.expm1(middle - right) / width, 0.0)
    up, down = np.clip(np.nan_to_num(up, nan=1.0), 0.0, 1.0), np.clip(np.nan_to_num(down, nan=0.0), 0.0, 1.0)
    bottom, top = math.isinf(left[0]), math.isinf(right[-1])
    p_infinite = float(max(p[-1] - math.exp(min(left[-1], 700.0)) * q[-1], _LEAST)) if top else 0.0
    q_infinite = float(max(q[0] - math.exp(min(-right[0], 700.0)) * p[0], _LEAST)) if bottom else 0.0
    with np.errstate(divide="ignore"):
        log_up, log_down = np.log(up) + cells.log_p, np.log(down) + cells.log_q
    if bottom:
        log_up[0], log_down[0] = cells.log_p[0], -np.inf
    if top:
        log_up[-1], log_down[-1] = -np.inf, cells.log_q[-1]
    kept_up, kept_down = np.isfinite(log_up), np.isfinite(log_down)
    losses = np.concatenate([left[kept_down], right[kept_up]])
    log_q = np.concatenate([log_down[kept_down], log_up[kept_up] - right[kept_up]])
    return WeightedPoints(losses, log_q + losses, log_q, None, p_infinite, q_infinite)


def _with_infinite(points: WeightedPoints, p_infinite: float, q_infinite: float, orders: Array) -> PowerSums:
    whole = WeightedPoints(
        points.losses,
        points.log_p,
        points.log_q,
        None,
        points.p_infinite + p_infinite,
        points.q_infinite + q_infinite,
    )
    sums = power_sums(whole, orders)
    revealed = (orders >= 1.0) & (whole.p_infinite > 0.0)
    excess = np.where(revealed, np.inf, sums.excess)
    return PowerSums(excess, np.where(revealed, np.inf, sums.log_moment), sums.excess_error, sums.log_error)


def _rounding(points: WeightedPoints) -> float:
    """About the error of D from losses that are differences of rounded logarithms: ``sum of q |L| error``."""
    error = _UNIT * (1.0 + np.abs(points.log_p))
    return float((np.exp(points.log_q) * (np.abs(points.losses) + error) * error).sum())


def _between(low: PowerSums, high: PowerSums, orders: Array, rounding: float) -> PowerSums:
    """The middle of two sums and half their distance; the lower one where the upper one is infinite."""
    is_open = np.isinf(high.log_moment)
    product = orders * (orders - 1.0)
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        d = [np.where(np.isnan(s.excess), np.expm1(s.log_moment) / product, s.excess) for s in (low, high)]
        top = np.where(is_open, d[0], np.maximum(d[1], d[0]))
        half = np.nan_to_num(np.where(top > 0.0, (top - d[0]) / (top + d[0]), 0.0))
        top_log = np.where(is_open, low.log_moment, high.log_moment)
        log_half = 0.5 * np.nan_to_num(np.abs(top_log - low.log_moment))
    with np.errstate(divide="ignore", invalid="ignore"):
        half = half + np.nan_to_num(4.0 * rounding / d[0], posinf=np.inf)
    half = half + np.fmax(np.nan_to_num(low.excess_error), np.nan_to_num(high.excess_error))
    near = ~np.isnan(low.excess) & (is_open | ~np.isnan(high.excess))
    log_half = log_half + np.maximum(low.log_error, high.log_error)
    return PowerSums(
        np.where(near, 0.5 * (d[0] + top), np.nan), 0.5 * (low.log_moment + top_log), half, log_half, is_open
    )
