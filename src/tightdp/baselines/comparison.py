"""What a comparison of bounds says."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.accounting.step import Program
from tightdp.numerics.bound import Bound
from tightdp.relations import AbstractRelation

ANSWER = "tightdp"


@dataclass(frozen=True)
class Row:
    """One bound.

    Parameters
    ----------
    name
        What it is called.
    theorem
        Keys of the theorems it rests on, joined by commas.
    epsilon
        eps in nats, or None where the bound does not apply. Of a bound that says nothing from below the lower end is 0.
    reason
        Why it does not apply, in words; empty where it does.
    ratio
        Upper end over that of the answer of :func:`account`, or None where the bound does not apply.
    """

    name: str
    theorem: str
    epsilon: Bound | None
    reason: str = ""
    ratio: float | None = None


@dataclass(frozen=True)
class Comparison:
    """Bounds on the epsilon of one run, the smallest first, those that do not apply last.

    Parameters
    ----------
    program
        What ran.
    relation
        Who may differ.
    delta
        Probability in [0, 1).
    rows
        Every bound that this package knows, each once.
    """

    program: Program
    relation: AbstractRelation
    delta: float
    rows: tuple[Row, ...]

    @property
    def answer(self) -> Row:
        """The answer of :func:`account`."""
        return next(row for row in self.rows if row.name == ANSWER)

    @property
    def applicable(self) -> tuple[Row, ...]:
        """The rows that have an epsilon."""
        return tuple(row for row in self.rows if row.epsilon is not None)

    def __str__(self) -> str:
        return "\n".join(
            f"{row.name}: {row.reason}" if row.epsilon is None else f"{row.name}: {row.epsilon.upper:.6g}"
            for row in self.rows
        )
