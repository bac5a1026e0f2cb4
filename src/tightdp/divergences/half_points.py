"""Points of a pair on one side of loss 0."""

from __future__ import annotations

import math
from functools import singledispatch

import numpy as np

from tightdp.divergences.gaussian_points import points_at, tail_reach
from tightdp.divergences.power_sums import WeightedPoints
from tightdp.divergences.product_points import sampled, smooth_product, turned
from tightdp.divergences.tanh_sinh import tanh_sinh
from tightdp.errors import CannotAnswer
from tightdp.numerics.log_domain import log_sum
from tightdp.pairs.amplified import Amplified
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.swapped import Swapped
from tightdp.pairs.table_product import TableProduct

_PANEL = 2.0
_MOST_PANELS = 20_000
_BEFORE_ZERO = math.nextafter(0.0, -1.0)


@singledispatch
def half_points(pair: AbstractPair, largest: float, step: float, *, positive: bool) -> WeightedPoints:
    """The points with loss above 0, or those with loss below 0.

    Parameters
    ----------
    pair
        The pair (P, Q), not made of others.
    largest
        The largest order that the points are to serve.
    step
        Step of the double-exponential rule on each piece.
    positive
        Which half.

    Raises
    ------
    CannotAnswer
        If the pair is neither a table nor a mixture of shifts, or the order needs too many points.
    """
    raise CannotAnswer(
        f"half the Rényi integral of {type(pair).__name__}",
        f"no quadrature is registered for it (order {largest:g}, step {step:g}, positive half: {positive})",
        "hockey-stick accounting with account()",
    )


@half_points.register
def _(pair: Discrete, largest: float, step: float, *, positive: bool) -> WeightedPoints:  # noqa: ARG001
    kept = pair.losses > 0.0 if positive else pair.losses < 0.0
    losses, log_q = pair.losses[kept], pair.log_q[kept]
    infinite = (pair.p_infinite, 0.0) if positive else (0.0, pair.q_infinite)
    return WeightedPoints(losses, losses + log_q, log_q, np.ones(len(losses)), *infinite)


@half_points.register
def _(pair: ShiftMixture, largest: float, step: float, *, positive: bool) -> WeightedPoints:
    cut = float(pair.inverse(np.array([0.0 if positive else _BEFORE_ZERO]))[0])
    above, below = pair.sides
    shifts = np.unique(np.concatenate([above.shifts, below.shifts]))
    if isinstance(pair.noise, GaussianNoise):
        edges = _panels(pair, shifts, cut, largest, positive=positive)
        return points_at(pair, *tanh_sinh(edges, step))
    inner = shifts[shifts > cut] if positive else shifts[shifts < cut]
    edges = np.concatenate([[cut], inner]) if positive else np.concatenate([inner, [cut]])
    if not math.isfinite(cut) or len(inner) == 0:
        return WeightedPoints(np.empty(0), np.empty(0), np.empty(0), np.empty(0))
    points = points_at(pair, *tanh_sinh(edges, step))
    return _with_plateau(pair, points, float(inner[-1] if positive else inner[0]), positive=positive)


@half_points.register
def _(pair: Swapped, largest: float, step: float, *, positive: bool) -> WeightedPoints:
    return turned(half_points(pair.pair, largest, step, positive=not positive))


@half_points.register
def _(pair: Amplified, largest: float, step: float, *, positive: bool) -> WeightedPoints:
    """Sampling keeps the sign of a loss."""
    return sampled(half_points(pair.pair, largest, step, positive=positive), pair.rate)


@half_points.register
def _(pair: TableProduct, largest: float, step: float, *, positive: bool) -> WeightedPoints:
    """For each atom of the table the piece of the line where the sum of both losses has the sign that is asked for."""
    table, mixture = pair.table, pair.pair
    if not isinstance(mixture, ShiftMixture) or smooth_product(pair) is None:
        return half_points.dispatch(object)(pair, largest, step, positive=positive)
    above, below = mixture.sides
    shifts = np.unique(np.concatenate([above.shifts, below.shifts]))
    cuts = mixture.inverse(-table.losses if positive else np.nextafter(-table.losses, -np.inf))
    parts = [
        points_at(mixture, *tanh_sinh(_panels(mixture, shifts, cut, largest, positive=positive), step))
        for cut in cuts.tolist()
    ]
    sizes = [len(part.losses) for part in parts]
    losses = np.concatenate([part.losses for part in parts]) + np.repeat(table.losses, sizes)
    log_q = np.concatenate([part.log_q for part in parts]) + np.repeat(table.log_q, sizes)
    coarse = np.concatenate([np.ones(len(p.losses)) if p.coarse is None else p.coarse for p in parts])
    ends = (table.p_infinite, 0.0) if positive else (0.0, table.q_infinite)
    return WeightedPoints(losses, losses + log_q, log_q, coarse, *ends)


def _panels(pair: ShiftMixture, shifts: Array, cut: float, largest: float, *, positive: bool) -> Array:
    """Ends of pieces that are short against the noise, from the cut to where the integrand is negligible."""
    sigma, reach = pair.noise.spread, tail_reach(pair) * pair.noise.spread
    far = (largest + 1.0) * (float(shifts[-1]) - float(shifts[0])) + reach
    end = float(shifts[-1]) + far if positive else float(shifts[0]) - reach
    start, stop = min(cut, end), max(cut, end)
    count = math.ceil((stop - start) / (_PANEL * sigma))
    if count > _MOST_PANELS:
        raise CannotAnswer(
            f"order {largest:g} of a spliced pair of Gaussian mixtures",
            f"its integrand spreads over {count} pieces, more than {_MOST_PANELS}",
            "a smaller order or more noise",
        )
    return np.linspace(start, stop, max(count, 1) + 1)


def _with_plateau(pair: ShiftMixture, points: WeightedPoints, end: float, *, positive: bool) -> WeightedPoints:
    """The points and one more for the constant loss beyond the outermost shift."""
    sign = 1.0 if positive else -1.0
    above, below = pair.sides
    log_p, log_q = (
        float(log_sum(side.log_weights + pair.noise.log_tail(sign * (end - side.shifts)))) for side in (above, below)
    )
    loss = pair.support.highest if positive else pair.support.lowest
    coarse = np.ones(len(points.losses)) if points.coarse is None else points.coarse
    return WeightedPoints(
        np.append(points.losses, loss),
        np.append(points.log_p, log_p),
        np.append(points.log_q, log_q),
        np.append(coarse, 1.0),
    )
