"""Where the grid of each step passes, so that heavy masses are rounded with little loss."""

from __future__ import annotations

import math

import numpy as np

from tightdp.pairs.pair import Array, Lattice
from tightdp.pld.grid_law import shifted_groups
from tightdp.pld.pilot import PilotProgram
from tightdp.pld.rounding_down import given_away

# With more pairs than this a third of the offsets is tried.
_FEW = 20

Lattices = tuple[Lattice | None, ...]


def heavy_offsets(program: PilotProgram, tilt: float, spacings: Array) -> Array:
    """The heaviest atom of each step, or the loss at which the mass around it balances; 0 without one, ``(pairs,)``.

    Parameters
    ----------
    program
        Pilots of all steps.
    tilt
        lambda at the saddle.
    spacings
        The grid spacing of each step, ``(pairs,)``.
    """
    found: list[float] = []
    weights = program.tilted(tilt)
    for row, (pair, spacing) in enumerate(zip(program.pairs, spacings.tolist(), strict=True)):
        lattice = pair.lattice
        found.append(lattice.offset if lattice else program.heaviest(weights[row], spacing, row) or 0.0)
    return np.array(found)


def searched_offsets(program: PilotProgram, tilt: float, spacings: Array) -> Array:
    """The offsets at which rounding down loses least around the heaviest mass, ``(pairs,)``.

    Parameters
    ----------
    program
        Pilots of all steps.
    tilt
        lambda at the saddle.
    spacings
        The grid spacing of each step, ``(pairs,)``.
    """
    weights = program.tilted(tilt)
    rows = enumerate(spacings.tolist())
    return np.array([_searched(program, weights[row], tilt, spacing, row) for row, spacing in rows])


def _searched(program: PilotProgram, weights: Array, tilt: float, spacing: float, row: int) -> float:
    """The grid passes a hair below atoms, so that none of them is merged with the mass below it.

    Such a cell would have its mean below the grid point and could not be kept there.
    """
    pair = program.pairs[row]
    lattice, losses = pair.lattice, program.losses[row]
    if lattice is not None:
        ends = pair.support
        size = max(abs(end) for end in (lattice.offset, ends.lowest, ends.highest) if math.isfinite(end))
        return lattice.offset - (1e-9 * spacing + 2e-15 * size)
    heavy = float(losses[int(np.argmax(weights))])
    if float(weights[np.abs(losses - heavy) <= 2.0 * spacing].sum()) < 0.02:
        return 0.0
    balanced = program.heaviest(weights, spacing, row)
    every = 2 if len(program.pairs) <= _FEW else 3
    candidates = shifted_groups(pair, heavy if balanced is None else balanced, spacing, every)
    mean, spread = given_away(candidates)
    best = int(np.argmin(mean + 0.5 * (tilt + 1.0) * np.maximum(spread, 0.0)))
    return float(candidates.offsets[best])


def on_lattice(lattices: Lattices, spacing: float, least: float) -> float:
    """The spacing, made to divide the atoms' distance where all steps share one that is wide enough.

    Parameters
    ----------
    lattices
        Where the atoms of each step sit, None for a step without any.
    spacing
        The spacing wanted.
    least
        The smallest spacing that memory allows.
    """
    distances = {lattice.spacing for lattice in lattices if lattice is not None and lattice.spacing is not None}
    if len(distances) != 1:
        return spacing
    distance = distances.pop()
    if distance < max(spacing / 8.0, least):
        return spacing
    return distance / max(1, math.ceil(distance / spacing - 1e-9))
