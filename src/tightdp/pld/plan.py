"""Choice of spacing, window and ranges for one query; nothing certified rests on it, only speed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.fft import next_fast_len

from tightdp.pairs.pair import Array
from tightdp.pld.offsets import heavy_offsets, on_lattice, searched_offsets
from tightdp.pld.partition import Partition, even
from tightdp.pld.pilot import PilotProgram
from tightdp.pld.saddle import Saddle
from tightdp.pld.tilted_sum import Window

# The scale of a query may exceed its delta by this factor, as a natural logarithm: rounding errors of the transform,
# about e^-30 of the scale, then stay below e^-10 of delta.
LOG_HEADROOM = 20.0
# Where rare large losses rule beyond the saddle, a tilt a little left of it costs this much and narrows the window.
_LEFT_OF_SADDLE = 1.5
# Log of the share of delta that truncation of the window and of each step's range may cost.
_LOG_TRUNCATED = -15.0
_LEAST_SPACING = 1e-12
# What the two roundings together add to the variance, in units of what rounding up adds.
BOTH_SIDES = 1.8
_TILTS_AT_ONCE, _TILT_ROUNDS = 15, 3
# Exponents tried for the window: in units of the deviation, of the tilt, and as they are.
_WIDE, _NEAR, _GENTLE = np.geomspace(1.0, 20.0, 8), np.geomspace(0.05, 2.0, 4), np.geomspace(0.5, 20.0, 4)


@dataclass(frozen=True)
class Plan:
    """How a query is computed.

    Parameters
    ----------
    epsilon
        Estimated eps of the query.
    tilt
        lambda of the transform: the smallest that keeps rounding errors far below delta.
    log_share
        Logarithm of the tilted mass that may be left out.
    spacing
        Grid spacing of the loss, in nats.
    offsets
        Grid offset of each step.
    partitions
        Places of the grid that each step's loss is rounded to.
    window
        Where the total loss is kept.
    limited
        Whether the memory limit made the spacing wider than the tolerance asks for.
    reach
        How many frequencies are computed; 0 for all.
    """

    epsilon: float
    tilt: float
    log_share: float
    spacing: float
    offsets: tuple[float, ...]
    partitions: tuple[Partition, ...]
    window: Window
    limited: bool
    reach: int = 0


def plan(
    program: PilotProgram,
    saddle: Saddle,
    allowed: float,
    most_points: int,
    headroom: float = LOG_HEADROOM,
    *,
    is_coarse: bool = False,
    widen: float = 0.0,
) -> Plan:
    """The widest spacing whose rounding error stays within ``allowed``.

    Parameters
    ----------
    program
        Pilots of all steps, without the losses that do not matter here.
    saddle
        Tilt and estimated answer.
    allowed
        Gap between the two ends, in nats of eps, that rounding may cause.
    most_points
        Largest number of grid points of the total loss.
    headroom
        Logarithm of the largest scale over delta.
    is_coarse
        Whether to skip the search for offsets that only a narrow bracket needs.
    widen
        How many nats less tilted mass than usual may lie outside the window, where the estimate of it was too small.
    """
    lattices = tuple(pair.lattice for pair in program.pairs)
    offsets = np.array([0.0 if lattice is None else lattice.offset for lattice in lattices])
    spacing = _spacing(program, saddle, allowed, offsets)
    everywhere = np.ones(len(lattices))
    spacing = _spacing(program, saddle, allowed, heavy_offsets(program, saddle.tilt, spacing * everywhere))
    tilt, log_share = tilt_and_share(program, saddle, headroom)
    low, high, up, down = chernoff_window(program, saddle, tilt, log_share, widen, 1.0 / spacing)
    ranges = program.ranges(tilt, log_share - math.log(program.steps), 65536.0 * spacing)
    least = max(high - low, float((ranges[1] - ranges[0]).max())) / most_points
    limited = spacing < least
    spacing = on_lattice(lattices, max(spacing, least), least)
    choose = heavy_offsets if is_coarse else searched_offsets
    found = choose(program, saddle.tilt, spacing * everywhere)
    offsets = tuple(found.tolist())
    rows = zip(offsets, *(ends.tolist() for ends in ranges), strict=True)
    partitions = tuple(even(offset, spacing, bottom, top) for offset, bottom, top in rows)
    size = int(next_fast_len(math.ceil((high - low) / spacing) + 16, real=True))
    return Plan(saddle.epsilon, tilt, log_share, spacing, offsets, partitions, Window(low, size, up, down), limited)


def pull(saddle: Saddle, spacing: float) -> float:
    """By how much eps grows for each unit of variance that rounding adds to the total loss."""
    return 0.5 * (saddle.tilt + 1.0 + 1.0 / max(saddle.deviation, spacing))


def _spacing(program: PilotProgram, saddle: Saddle, allowed: float, offsets: Array) -> float:
    spacing = max(min(0.5 * saddle.deviation, 2.0 / (saddle.tilt + 1.0)), allowed)
    for _ in range(120):
        added = program.spread_added(saddle.tilt, spacing, offsets)
        ratio = BOTH_SIDES * pull(saddle, spacing) * added / max(allowed, 1e-300)
        if ratio <= 1.0 or spacing <= _LEAST_SPACING:
            break
        spacing *= min(0.9, max(0.2, 1.05 / math.sqrt(ratio)))
    return spacing


def tilt_and_share(program: PilotProgram, saddle: Saddle, headroom: float) -> tuple[float, float]:
    """The smallest tilt with enough headroom over delta, and the log of the tilted mass that may be left out there.

    A smaller tilt than the saddle's keeps the window narrow where rare large losses rule the moments.

    Parameters
    ----------
    program, saddle
        The query.
    headroom
        Logarithm of the largest scale ``e^(K - lambda eps)`` over delta.
    """

    def log_scales(tilts: Array) -> Array:
        return program.log_moments(tilts) - tilts * saddle.epsilon

    low, high = 0.0, saddle.tilt
    at_low, at_high = log_scales(np.array([low, high])).tolist()
    wanted = max(saddle.log_delta + headroom, at_high + _LEFT_OF_SADDLE)
    if at_low <= wanted:
        return low, min(saddle.log_delta - at_low + _LOG_TRUNCATED, _LOG_TRUNCATED)
    for _ in range(_TILT_ROUNDS):
        tilts = np.linspace(low, high, _TILTS_AT_ONCE + 2)
        scales = log_scales(tilts[1:-1])
        at = next((i for i, scale in enumerate(scales) if scale <= wanted), len(scales))
        at_high = float(scales[at]) if at < len(scales) else at_high
        low, high = float(tilts[at]), float(tilts[at + 1])
    return high, min(saddle.log_delta - at_high + _LOG_TRUNCATED, _LOG_TRUNCATED)


def chernoff_window(
    program: PilotProgram, saddle: Saddle, tilt: float, log_share: float, widen: float, steepest: float
) -> tuple[float, float, float, float]:
    """Ends of the window of the tilted total loss, and the exponents of the bounds beyond them.

    Parameters
    ----------
    program, saddle
        The query.
    tilt, log_share
        lambda, and the logarithm of the tilted mass that may lie outside.
    widen
        How many nats less than that.
    steepest
        Largest exponent: the inverse of the spacing.
    """
    trimmed = program.above(tilt, log_share)
    log_moment, _, variance = (float(values[0]) for values in trimmed.moments(np.array([tilt])))
    deviation = math.sqrt(max(variance, 1e-300))
    around = _WIDE / deviation, _NEAR * (saddle.tilt + 1.0), _GENTLE
    exponents = np.unique(np.minimum(np.concatenate(around), steepest))
    origin = log_moment + log_share - widen
    both = trimmed.log_moments(np.concatenate([tilt + exponents, tilt - exponents]), 1.5 / steepest) - origin
    highs, lows = both[: len(exponents)] / exponents, both[len(exponents) :] / exponents
    up, down = int(np.argmin(highs)), int(np.argmin(lows))
    return -float(lows[down]), float(highs[up]), float(exponents[up]), float(exponents[down])
