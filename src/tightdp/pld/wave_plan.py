"""Choice of spacing, places and frequencies where the total loss of many steps has few frequencies left."""

from __future__ import annotations

import math

import numpy as np

from tightdp.pairs.pair import AbstractPair, Array
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pld.offsets import heavy_offsets, on_lattice, searched_offsets
from tightdp.pld.partition import Grading, Integers, graded
from tightdp.pld.pilot import PilotProgram
from tightdp.pld.plan import BOTH_SIDES, LOG_HEADROOM, Plan, chernoff_window, pull, tilt_and_share
from tightdp.pld.saddle import Saddle
from tightdp.pld.tilted_sum import Window

# Fewer steps than this leave too many frequencies.
_LEAST_STEPS = 30
# Logarithm of the modulus at which frequencies stop to matter, and by how much the bound on it is weaker at most.
_NEGLIGIBLE, _WEAKER = 44.0, 1.7
# Coarser stretches add up to this share of the finest one's variance.
_GRADED = 1.25
# Relative rounding error of the transform for one step; it grows like the root of the number of steps.
_LOG_ROUNDING = math.log(5e-14 * 1e4)
_MOST_TERMS = 1 << 24
# Rounding that moves the total loss further than it spreads, in deviations, would move it out of its window.
_MOST_MOVED = 0.5
# Products of places and frequencies are integers of 64 bits.
_MOST_PLACES = 2.0**60
# Terms of a direct sum that take as long as one point of a full transform.
_WORTH = 6.0


def wave_plan(
    program: PilotProgram,
    saddle: Saddle,
    allowed: float,
    headroom: float = LOG_HEADROOM,
    widen: float = 0.0,
    *,
    is_quick: bool = False,
) -> Plan | None:
    """A plan by low frequencies, or None where they would be too many or the losses have atoms.

    Parameters
    ----------
    program, saddle, allowed, headroom, widen
        As for :func:`tightdp.pld.plan.plan`.
    is_quick
        Whether to skip the search for offsets that only rounding down needs.
    """
    if program.steps < _LEAST_STEPS or any(map(_is_atomic, program.pairs)):
        return None
    tilt, log_share = wave_tilt(program, saddle, headroom)
    weights = program.tilted(tilt)
    spacing, finest = _spacings(program, saddle, weights, min(allowed, _MOST_MOVED * saddle.deviation))
    spacing = on_lattice(tuple(pair.lattice for pair in program.pairs), spacing, 0.0)
    found = wave_window(program, saddle, spacing, (tilt, log_share), widen)
    if found is None:
        return None
    window, reach = found
    widest = 0.3 / (saddle.tilt + 1.0 + 1.0 / max(saddle.deviation, spacing))
    ends = program.ranges(tilt, log_share - math.log(program.steps), widest)
    if not float(np.abs(ends).max()) < _MOST_PLACES * spacing:
        return None
    each = spacing * 3.0 ** finest.astype(np.float64)
    offsets = heavy_offsets(program, saddle.tilt, each) if is_quick else searched_offsets(program, saddle.tilt, each)
    partitions = tuple(
        graded(
            program.losses[row],
            weights[row],
            Grading(float(offsets[row]), spacing, int(finest[row]), widest, allowed / program.steps),
            (float(ends[0][row]), float(ends[1][row])),
        )
        for row in range(len(program.pairs))
    )
    terms = reach * sum(int((np.diff(part.bounds) // part.strides).sum()) for part in partitions)
    if terms > min(_MOST_TERMS, _WORTH * window.size) * len(partitions):
        return None
    kept = tuple(offsets.tolist())
    return Plan(
        saddle.epsilon,
        tilt,
        log_share,
        spacing,
        kept,
        partitions,
        window,
        limited=False,
        reach=reach,
    )


def wave_tilt(program: PilotProgram, saddle: Saddle, headroom: float = LOG_HEADROOM) -> tuple[float, float]:
    """The tilt and what may be left out there, with no more headroom than the rounding of the frequencies leaves.

    Parameters
    ----------
    program, saddle, headroom
        As for :func:`tightdp.pld.plan.tilt_and_share`.
    """
    return tilt_and_share(program, saddle, min(headroom, -_LOG_ROUNDING - 0.5 * math.log(program.steps)))


def wave_window(
    program: PilotProgram, saddle: Saddle, spacing: float, tilted: tuple[float, float], widen: float = 0.0
) -> tuple[Window, int] | None:
    """The window of a total loss on a grid, and how many frequencies it has.

    None where the frequencies never die out, or are too fine for the grid.

    Parameters
    ----------
    program, saddle, widen
        As for :func:`wave_plan`.
    spacing
        The grid's.
    tilted
        The tilt, and the logarithm of the tilted mass that may lie outside the window.
    """
    tilt, log_share = tilted
    low, high, up, down = chernoff_window(program, saddle, tilt, log_share, widen, 1.0 / spacing)
    frequency = _last_frequency(program, tilt, math.pi / spacing, saddle.deviation)
    if frequency is None or not (high - low) * max(1.0, frequency * (high - low)) < _MOST_PLACES * spacing:
        return None
    size = math.ceil((high - low) / spacing) + 16
    reach = math.ceil(_WEAKER * frequency * size * spacing / (2.0 * math.pi)) + 4
    return (Window(low, size, up, down), reach) if 2 * reach < size else None


def _is_atomic(pair: AbstractPair) -> bool:
    """Whether atoms are all there is; noise that merely has some is smooth elsewhere."""
    return pair.lattice is not None and not isinstance(pair, ShiftMixture)


def _spacings(program: PilotProgram, saddle: Saddle, weights: Array, allowed: float) -> tuple[float, Integers]:
    """The finest spacing, and the level at which each step starts, a power of three.

    Wherever it matters a step's grid resolves most of its mass, so that no offset has to be chosen.
    """
    room = 6.0 * allowed / (BOTH_SIDES * _GRADED * pull(saddle, 0.0))
    widest = min(math.sqrt(room / program.steps), 0.25 * saddle.deviation, 0.5 / (saddle.tilt + 1.0))
    sums = np.cumsum(weights, axis=1)
    rows = np.arange(len(sums))
    ends = [np.minimum((sums < share).sum(axis=1), sums.shape[1] - 1) for share in (0.1, 0.9)]
    width = np.abs(program.losses[rows, ends[1]] - program.losses[rows, ends[0]])
    each = np.minimum(widest, np.maximum(width / 4.0, 0.05 * allowed / program.counts))
    spacing = float(each.min())
    return spacing, np.floor(np.log(each / spacing) / math.log(3.0) + 1e-9).astype(np.int64)


def _last_frequency(program: PilotProgram, tilt: float, largest: float, deviation: float) -> float | None:
    """The frequency at which the modulus has fallen to where it does not matter; None if it never does."""
    trials = np.minimum(6.0 / deviation * 1.2 ** np.arange(60), largest)
    for start in range(0, len(trials), 4):
        part = trials[start : start + 4]
        small = np.flatnonzero(program.log_moduli(tilt, part) < -_NEGLIGIBLE)
        if len(small):
            return float(part[small[0]])
        if part[-1] >= largest:
            break
    return None
