"""Why an answer holds."""

from __future__ import annotations

from dataclasses import dataclass, field

from tightdp.relations import Change


@dataclass(frozen=True)
class DirectionReason:
    """What was used for one ordered change.

    Parameters
    ----------
    change
        Which records differ.
    theorems
        Keys of ``docs/theorems.md``.
    distances
        The distances that were used, in words.
    tight
        Whether the pairs are attained.
    """

    change: Change
    theorems: tuple[str, ...]
    distances: tuple[str, ...]
    tight: bool

    @property
    def words(self) -> str:
        """The change in words."""
        if self.change.substituted:
            return f"{self.change.substituted} substituted"
        return f"{self.change.removed} removed, {self.change.inserted} inserted"


@dataclass(frozen=True)
class Because:
    """Theorems, route, rounding and what the tails cost.

    Parameters
    ----------
    theorems
        Keys of the theorems used, each listed in ``docs/theorems.md``.
    route
        The route that was asked for.
    directions
        One reason for each ordered change.
    notes
        Sentences that a reader should know.
    rounding
        Behind one number: grid spacing in nats, points and tilt; the relative gap of its ends (``grid``, the rounding
        of losses to the grid included); and as shares of delta, what covers losses beyond each step's range
        (``tails``), the transform and its power (``transform``), mass outside the window (``window``), the tilt's
        moments (``moments``), these three together (``margin``), and the losses' own rounding (``losses``); the gap
        that double precision leaves (``undecided``); and whether a memory limit stopped the refinement (``limited``).
        Empty where nothing was rounded.
    """

    theorems: tuple[str, ...]
    route: str
    directions: tuple[DirectionReason, ...]
    notes: tuple[str, ...] = ()
    rounding: dict[str, float] = field(default_factory=dict[str, float])

    def as_dict(self) -> dict[str, object]:
        """The same, ready for JSON."""
        return {
            "theorems": list(self.theorems),
            "route": self.route,
            "directions": [
                {
                    "removed": reason.change.removed,
                    "inserted": reason.change.inserted,
                    "substituted": reason.change.substituted,
                    "theorems": list(reason.theorems),
                    "distances": list(reason.distances),
                    "tight": reason.tight,
                }
                for reason in self.directions
            ],
            "notes": list(self.notes),
            "rounding": dict(self.rounding),
        }

    def __str__(self) -> str:
        lines = [f"theorems: {', '.join(self.theorems) or 'none needed'}", f"route: {self.route}"]
        for reason in self.directions[:8]:
            status = "tight" if reason.tight else "upper bound"
            lines.append(f"{reason.words}: {', '.join(reason.theorems) or 'no loss'} ({status})")
            lines += [f"  distance: {words}" for words in reason.distances]
        if len(self.directions) > 8:
            lines.append(f"... and {len(self.directions) - 8} more directions")
        if self.rounding:
            lines.append("rounding: " + ", ".join(f"{name} {value:.3g}" for name, value in self.rounding.items()))
        return "\n".join([*lines, *self.notes])
