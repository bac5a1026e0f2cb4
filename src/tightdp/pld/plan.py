"""Choice of spacing, window and ranges for one query; nothing certified rests on it, only speed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from scipy.fft import next_fast_len

from tightdp.pairs.pair import Lattice
from tightdp.pld.grid_law import shifted_half_cells
from tightdp.pld.pilot import Pilot, PilotProgram
from tightdp.pld.rounding_down import given_away
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
_BOTH_SIDES = 1.8


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
    window
        Where the total loss is kept.
    limited
        Whether the memory limit made the spacing wider than the tolerance asks for.
    """

    epsilon: float
    tilt: float
    log_share: float
    spacing: float
    offsets: tuple[float, ...]
    window: Window
    limited: bool


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
    lattices = tuple(pilot.pair.lattice for pilot in program.pilots)
    offsets = tuple(0.0 if lattice is None else lattice.offset for lattice in lattices)
    spacing = _spacing(program, saddle, allowed, offsets)
    spacing = _spacing(program, saddle, allowed, _offsets(program, saddle, spacing, is_coarse=True))
    tilt, log_scale = _least_tilt(program, saddle, headroom)
    log_share = min(saddle.log_delta - log_scale + _LOG_TRUNCATED, _LOG_TRUNCATED)
    trimmed = program.above(tilt, log_share)
    low, high, up, down = _window(trimmed, saddle, tilt, log_share - widen, 1.0 / spacing)
    ranges = [pilot.range(tilt, log_share - math.log(program.steps), spacing) for pilot in program.pilots]
    least = max(high - low, *(top - bottom for bottom, top in ranges)) / most_points
    limited = spacing < least
    spacing = _on_lattice(lattices, max(spacing, least), least)
    offsets = _offsets(program, saddle, spacing, is_coarse=is_coarse)
    size = int(next_fast_len(math.ceil((high - low) / spacing) + 16, real=True))
    return Plan(saddle.epsilon, tilt, log_share, spacing, offsets, Window(low, size, up, down), limited)


def _spacing(program: PilotProgram, saddle: Saddle, allowed: float, offsets: tuple[float, ...]) -> float:
    spacing = max(min(0.5 * saddle.deviation, 2.0 / (saddle.tilt + 1.0)), allowed)
    for _ in range(120):
        added = sum(
            pilot.count * pilot.spread_added(saddle.tilt, spacing, offset)
            for pilot, offset in zip(program.pilots, offsets, strict=True)
        )
        pull = 0.5 * (saddle.tilt + 1.0 + 1.0 / max(saddle.deviation, spacing))
        ratio = _BOTH_SIDES * pull * added / max(allowed, 1e-300)
        if ratio <= 1.0 or spacing <= _LEAST_SPACING:
            break
        spacing *= min(0.9, max(0.2, 1.05 / math.sqrt(ratio)))
    return spacing


def _offsets(program: PilotProgram, saddle: Saddle, spacing: float, *, is_coarse: bool) -> tuple[float, ...]:
    if is_coarse:
        return tuple(
            pilot.pair.lattice.offset if pilot.pair.lattice else pilot.heaviest(saddle.tilt, spacing) or 0.0
            for pilot in program.pilots
        )
    return tuple(_offset(pilot, pilot.pair.lattice, saddle, spacing) for pilot in program.pilots)


def _offset(pilot: Pilot, lattice: Lattice | None, saddle: Saddle, spacing: float) -> float:
    """A heavy atom's loss; without one, the offset by which rounding down loses least around the heaviest mass.

    The grid passes a hair below the atoms, so that none of them is merged with the mass below it: such a cell would
    have its mean below the grid point and could not be kept there.
    """
    if lattice is not None:
        ends = pilot.pair.support
        size = max(abs(end) for end in (lattice.offset, ends.lowest, ends.highest) if math.isfinite(end))
        return lattice.offset - (1e-9 * spacing + 2e-15 * size)
    weights = pilot.tilted(saddle.tilt)
    heavy = float(pilot.losses[int(np.argmax(weights))])
    if float(weights[np.abs(pilot.losses - heavy) <= 2.0 * spacing].sum()) < 0.02:
        return 0.0
    pull = 0.5 * (saddle.tilt + 1.0)
    balanced = pilot.heaviest(saddle.tilt, spacing)
    middle = heavy if balanced is None else balanced
    candidates = shifted_half_cells(pilot.pair, middle, spacing)
    mean, spread = given_away(candidates)
    return candidates[int(np.argmin(mean + pull * np.maximum(spread, 0.0)))].grid.offset


def _on_lattice(lattices: tuple[Lattice | None, ...], spacing: float, least: float) -> float:
    """The spacing, made to divide the atoms' distance where all steps share one that is wide enough."""
    distances = {lattice.spacing for lattice in lattices if lattice is not None and lattice.spacing is not None}
    if len(distances) != 1:
        return spacing
    distance = distances.pop()
    if distance < max(spacing / 8.0, least):
        return spacing
    return distance / max(1, math.ceil(distance / spacing - 1e-9))


def _least_tilt(program: PilotProgram, saddle: Saddle, headroom: float) -> tuple[float, float]:
    """The smallest tilt with enough headroom over delta, and the logarithm of the scale ``e^(K - lambda eps)`` there.

    A smaller tilt than the saddle's keeps the window narrow where rare large losses rule the moments.
    """

    def log_scale(tilt: float) -> float:
        return program.log_moment(tilt) - tilt * saddle.epsilon

    low, high = 0.0, saddle.tilt
    wanted = max(saddle.log_delta + headroom, log_scale(high) + _LEFT_OF_SADDLE)
    if log_scale(low) <= wanted:
        return low, log_scale(low)
    for _ in range(12):
        middle = 0.5 * (low + high)
        low, high = (low, middle) if log_scale(middle) <= wanted else (middle, high)
    return high, log_scale(high)


def _window(
    program: PilotProgram, saddle: Saddle, tilt: float, log_share: float, steepest: float
) -> tuple[float, float, float, float]:
    """Chernoff window of the tilted total loss and its exponents."""
    origin = program.log_moment(tilt) + log_share
    deviation = math.sqrt(max(program.moments(tilt)[1], 1e-300))
    near_saddle, gentle = np.geomspace(0.03, 3.0, 7) * (saddle.tilt + 1.0), np.geomspace(0.5, 50.0, 6)
    around = np.geomspace(0.5, 60.0, 12) / deviation, near_saddle, gentle
    exponents = np.unique(np.minimum(np.concatenate(around), steepest))
    blur = 1.5 / steepest
    high, up = min(((program.log_moment(tilt + s, blur) - origin) / s, s) for s in exponents)
    low, down = min(((program.log_moment(tilt - s, blur) - origin) / s, s) for s in exponents)
    return -float(low), float(high), float(up), float(down)
