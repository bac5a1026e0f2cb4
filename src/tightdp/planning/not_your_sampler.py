"""The numbers around a shuffled loader, none of which is its epsilon unless it says so."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.numerics.bound import Bound
from tightdp.numerics.number_text import rounded_down, rounded_up


@dataclass(frozen=True, slots=True)
class NotYourSampler:
    """Three numbers for a loader that shuffles and cuts, side by side.

    Parameters
    ----------
    delta
        The delta that they are for.
    poisson
        Epsilon of Poisson sampling with the same average batch: not your sampler, and no bound for it.
    no_amplification
        Epsilon if each record is used once per pass and nothing is gained from not knowing when.
    floor
        What the shuffled loader leaks at least, on known data sets.
    proven
        Whether ``no_amplification`` is a guarantee for the loader as described.
    """

    delta: float
    poisson: Bound
    no_amplification: Bound
    floor: float
    proven: bool

    @property
    def supported(self) -> str:
        """Which of the numbers the loader supports."""
        if self.proven:
            return (
                "the loader supports the number without amplification: under substitution each pass uses each place of "
                "the data once, so each pass is one release of it"
            )
        return (
            "the loader supports none of them under add/remove, where a missing record moves others to other batches; "
            "the number without amplification holds if a removed record leaves an empty place, or under substitution"
        )

    def as_dict(self) -> dict[str, object]:
        """The same, ready for JSON."""
        return {
            "delta": self.delta,
            "poisson_not_your_sampler": {"lower": self.poisson.lower, "upper": self.poisson.upper},
            "no_amplification": {"lower": self.no_amplification.lower, "upper": self.no_amplification.upper},
            "no_amplification_is_proven": self.proven,
            "at_least": self.floor,
            "supported": self.supported,
        }

    def __str__(self) -> str:
        return "\n".join(
            [
                f"shuffled and cut, delta {self.delta:g}: no epsilon is proven with amplification",
                f"  Poisson sampling (not your sampler): {rounded_up(self.poisson.upper)}",
                f"  no amplification within a pass: {rounded_up(self.no_amplification.upper)}",
                f"  your loader leaks at least: {rounded_down(self.floor)}",
                self.supported,
            ]
        )
