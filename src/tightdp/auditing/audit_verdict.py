"""What an audit says about a claimed guarantee."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class AuditVerdict:
    """Whether what was seen fits what is claimed; true in an ``if`` when it does.

    Parameters
    ----------
    shown
        The audit's lower end of epsilon, in nats.
    claimed
        The upper end of epsilon that is claimed at the same delta, in nats.
    chance
        A bound on the probability of what was seen, or more, if the claim held; 1 where nothing speaks against it.
    confidence
        Confidence of ``shown``.
    """

    shown: float
    claimed: float
    chance: float
    confidence: float

    @property
    def consistent(self) -> bool:
        """Whether the audit's lower end does not exceed what is claimed."""
        return self.shown <= self.claimed

    def __bool__(self) -> bool:
        return self.consistent

    def __str__(self) -> str:
        shown = f"epsilon >= {self.shown:.4g} with confidence {self.confidence:g}"
        if self.consistent:
            return f"consistent: the audit shows {shown}, the claim is epsilon <= {self.claimed:.4g}"
        seen = f"if the claim held, this would be seen with probability at most {self.chance:.2g}"
        return f"contradiction: the audit shows {shown}, and the claim is epsilon <= {self.claimed:.4g}; {seen}"

    def as_dict(self) -> dict[str, object]:
        """The same, ready for JSON."""
        return {
            "consistent": self.consistent,
            "shown": self.shown,
            "claimed": self.claimed,
            "chance": self.chance,
            "confidence": self.confidence,
        }
