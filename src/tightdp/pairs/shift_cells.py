"""Cells of shifts of one noise law."""

from __future__ import annotations

from itertools import pairwise

import numpy as np

from tightdp.errors import CannotAnswer
from tightdp.pairs.noise import AbstractNoise, log_interval_masses
from tightdp.pairs.ordered_laws import WIDEST, WIDEST_ALONE, LawCells
from tightdp.pairs.pair import Array

_MOST_CELLS = 60_000
# Spreads around each shift that are resolved as asked; beyond, the cells are wider.
_NEAR = 9.0
_COARSER = 4.0


def shift_cells(noise: AbstractNoise, shifts: Array, step: float) -> LawCells:
    """``N_0 = N(0)`` and ``N_c = N(shifts[c])`` in cells across which the nearest component's loss moves by ``step``.

    Parameters
    ----------
    noise
        The law N: symmetric and log-concave, so that each likelihood ratio is monotone.
    shifts
        Nonzero shifts, ``(m,)``; a positive one rises along the line.
    step
        Wanted range of loss in a cell, in nats, for the smallest shift.

    Raises
    ------
    CannotAnswer
        If the shifts are so large against the noise that too many cells would be needed.
    """
    widest = WIDEST if len(shifts) > 1 else WIDEST_ALONE
    edges = _filled(noise, shifts, _edges(noise, shifts, step), widest)
    losses = np.array([noise.log_ratio(edges, np.array(shift)) for shift in shifts])
    low, high = np.minimum(losses[:, :-1], losses[:, 1:]), np.maximum(losses[:, :-1], losses[:, 1:])
    log_base = log_interval_masses(noise, edges)
    moved = np.array([log_interval_masses(noise, edges - shift) for shift in shifts])
    kept = np.isfinite(log_base) & np.isfinite(moved).all(axis=0)
    low, high, log_base = low[:, kept], high[:, kept], log_base[kept]
    mean = np.clip(moved[:, kept] - log_base, low, high)
    beyond = np.where(shifts > 0.0, _tail_beyond(noise, edges[-1], shifts), _tail_beyond(noise, -edges[0], -shifts))
    return LawCells(np.sign(shifts), log_base, beyond, low, mean, high)


def _tail_beyond(noise: AbstractNoise, edge: float, shifts: Array) -> Array:
    """Mass of each component beyond the last edge, where N_0 is left out; 0 for an edge at infinity."""
    if np.isinf(edge):
        return np.zeros(len(shifts))
    return np.maximum(noise.tail(np.abs(edge - shifts)), 1e-300)


def _edges(noise: AbstractNoise, shifts: Array, step: float) -> Array:
    smallest = float(np.abs(shifts).min())
    centers = np.unique(np.append(shifts, 0.0))
    if not noise.is_smooth:
        gaps = pairwise(centers.tolist())
        inner: list[Array] = [np.linspace(a, b, 2 + int((b - a) * 2.0 / (noise.spread * step))) for a, b in gaps]
        return np.unique(np.concatenate([np.array([-np.inf, np.inf]), *inner]))
    fine = min(step * noise.spread * noise.spread / smallest, 0.25 * noise.spread)
    coarse = min(_COARSER * fine, 0.25 * noise.spread)
    near = _intervals(centers, _NEAR * noise.spread)
    edges = [np.linspace(a, b, 2 + int((b - a) / fine)) for a, b in near]
    for a, b in _intervals(centers, noise.reach):
        wide = np.linspace(a, b, 2 + int((b - a) / coarse))
        covered = np.zeros(len(wide), dtype=bool)
        for left, right in near:
            covered |= (wide > left) & (wide < right)
        edges.append(wide[~covered])
    return np.unique(np.concatenate(edges))


def _intervals(centers: Array, radius: float) -> list[tuple[float, float]]:
    """The union of the intervals of one radius around increasing centers."""
    found: list[tuple[float, float]] = []
    for center in centers.tolist():
        if found and center - radius <= found[-1][1]:
            found[-1] = (found[-1][0], center + radius)
        else:
            found.append((center - radius, center + radius))
    return found


def _filled(noise: AbstractNoise, shifts: Array, edges: Array, widest: float) -> Array:
    """The edges, and more of them where a component's loss moves by more than ``widest`` from one to the next."""
    largest = np.array(shifts[int(np.argmax(np.abs(shifts)))])
    parts = [edges]
    for shift in {float(shifts.min()), float(shifts.max()), float(largest)}:
        losses = noise.log_ratio(edges, np.array(shift))
        pieces = np.ceil(np.abs(np.diff(losses)) / widest)
        if float(pieces.sum()) > _MOST_CELLS + len(edges):
            raise CannotAnswer(
                f"several releases on one batch with {len(shifts)} distances at once",
                "the noise of one of them is too small against the largest distance for a table",
                "a smaller group, more noise, or releases on batches of their own",
            )
        wide = np.flatnonzero(pieces > 1.0).tolist()
        parts += [np.linspace(float(edges[at]), float(edges[at + 1]), int(pieces[at]) + 1) for at in wide]
    return np.unique(np.concatenate(parts))
