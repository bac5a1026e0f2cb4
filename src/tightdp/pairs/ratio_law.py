"""The law of the likelihood ratio under Q: a pair as one random variable with mean at most 1."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import Array

# Tails lighter than this are cut; what is cut counts as revealed on the way up, and is merged on the way down.
CUT = 1e-120
# All masses are read so much larger on the way up and smaller on the way down, against rounding of their sums.
_SLACK = 1e-10
# Losses move so far away from 0 on the way up and towards it on the way down, against rounding of ratios next to 1.
_SHIFT = 1e-13


@dataclass(frozen=True, eq=False)
class RatioLaw:
    """Atoms of ``W = dP/dQ`` under Q, and the P-mass that Q does not have: ``E[W] + revealed = 1``.

    A pair dominates another one if and only if its W is larger in the convex order, ``E (W - c)_+ + revealed`` for all
    c: these are its hockey-stick divergences. Means and products of independent ratios keep that order.

    Parameters
    ----------
    ratios
        Increasing values > 0 of W, ``(n,)``.
    masses
        Their Q-masses, ``(n,)``.
    null
        Q-mass at W = 0, where P has none.
    revealed
        P-mass where Q has none.
    is_above
        Whether this law was rounded to a larger one (spread out), or else to a smaller one (merged).
    """

    ratios: Array
    masses: Array
    null: float
    revealed: float
    is_above: bool

    @property
    def width(self) -> float:
        """About the standard deviation of W around 1, from ``E |W - 1|``, which rare large ratios do not blow up."""
        distance = float((self.masses * np.abs(self.ratios - 1.0)).sum())
        return 1.25 * (distance + self.null + self.revealed)

    def with_null(self) -> tuple[Array, Array]:
        """Ratios and masses with W = 0 among them."""
        if self.null == 0.0:
            return self.ratios, self.masses
        return np.concatenate([[0.0], self.ratios]), np.concatenate([[self.null], self.masses])

    def trimmed(self) -> RatioLaw:
        """Without the atoms that carry next to nothing."""
        if len(self.masses) == 0:
            return self
        above = np.cumsum((self.masses * self.ratios)[::-1])[::-1]
        first = min(int(np.searchsorted(np.cumsum(self.masses), CUT)), len(self.masses) - 1)
        end = max(int(np.searchsorted(-above, -CUT, side="right")), first + 1)
        if first == 0 and end == len(self.masses):
            return self
        return self._spread(first, end) if self.is_above else self._merged(first, end)

    def _spread(self, first: int, end: int) -> RatioLaw:
        """Cut atoms move to the next one that is kept, and what they have more of P is revealed; low ones also to 0."""
        ratios, masses = self.ratios[first:end], self.masses[first:end].copy()
        high, low = slice(end, None), slice(None, first)
        surplus = float((self.masses[high] * (self.ratios[high] - ratios[-1])).sum())
        masses[-1] += float(self.masses[high].sum())
        moved = float((self.masses[low] * (self.ratios[low] / ratios[0])).sum())
        masses[0] += moved
        null = self.null + max(float(self.masses[low].sum()) - moved, 0.0)
        return replace(self, ratios=ratios, masses=masses, null=null, revealed=self.revealed + surplus)

    def _merged(self, first: int, end: int) -> RatioLaw:
        """Cut atoms are merged with the next one that is kept."""
        ratios, masses = self.ratios[first:end].copy(), self.masses[first:end].copy()
        for at, part in ((-1, slice(end - 1, None)), (0, slice(None, first + 1))):
            mass = float(self.masses[part].sum())
            if len(self.masses[part]) > 1 and mass > 0.0:
                mean = float((self.masses[part] * self.ratios[part]).sum()) / mass
                ratios[at], masses[at] = mean, mass
        return replace(self, ratios=ratios, masses=masses)

    def pair(self) -> Discrete:
        """The pair (P, Q) as a table; on the way up atoms at loss 0 move to both sides."""
        losses, masses = np.log(self.ratios), np.where(self.ratios == 1.0, 0.5, 1.0) * self.masses
        low, high = losses <= 0.0, losses >= 0.0
        slack, shift = (_SLACK, _SHIFT) if self.is_above else (-_SLACK, -_SHIFT)
        losses = np.concatenate([np.minimum(losses[low] - shift, 0.0), np.maximum(losses[high] + shift, 0.0)])
        log_q = np.log(np.concatenate([masses[low], masses[high]])) + slack
        revealed, null = ((1.0 + slack) * mass for mass in (self.revealed, self.null))
        return Discrete.from_logs(
            losses, log_q + losses, log_q, p_infinite=min(revealed, 1.0), q_infinite=min(null, 1.0)
        )
