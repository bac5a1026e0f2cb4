"""What a sweep asks at each point, in a form that travels to other processes."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any

from tightdp.accounting import account
from tightdp.errors import TightDPError
from tightdp.numerics.bound import Bound
from tightdp.spec import from_document
from tightdp.spec.paths import KeyPath, dotted
from tightdp.sweeping.axis import Value
from tightdp.sweeping.parameter import with_values
from tightdp.sweeping.sweep_row import SweepRow
from tightdp.transport import Route

_UNEXPECTED = (ArithmeticError, LookupError, MemoryError, RuntimeError, TypeError, ValueError)


@dataclass(frozen=True)
class SweepQuestion:
    """A run with places to fill in, and what is asked about it.

    Parameters
    ----------
    template
        A run document with every default spelled out.
    paths
        The key path of each varied parameter.
    epsilon
        Ask delta at this epsilon [nats]; ``None`` asks epsilon at the document's delta.
    route
        Route of :func:`tightdp.account`.
    rtol
        Wanted relative gap of the two ends.
    """

    template: Mapping[str, Any]
    paths: tuple[KeyPath, ...]
    epsilon: float | None
    route: Route
    rtol: float

    @property
    def asked(self) -> str:
        """``"epsilon"`` or ``"delta"``."""
        return "epsilon" if self.epsilon is None else "delta"

    @property
    def key(self) -> str:
        """A short text that differs for all that changes the numbers: template, question, options, version."""
        kept = with_values(self.template, dict.fromkeys(self.paths))
        places = [dotted(path) for path in self.paths]
        told = [kept, places, self.epsilon, self.route, self.rtol, version("tightdp")]
        return hashlib.sha256(json.dumps(told, sort_keys=True).encode()).hexdigest()[:16]

    def answered(self, values: tuple[Value, ...]) -> SweepRow:
        """The row of one point; an error becomes its text.

        Parameters
        ----------
        values
            The value of each varied parameter.
        """
        try:
            bound, tight, theorems = self._answer(values)
        except TightDPError as error:
            return SweepRow(values, error=_one_line(str(error)))
        except _UNEXPECTED as error:
            return SweepRow(values, error=_one_line(f"{type(error).__name__}: {error}"))
        return SweepRow(values, Bound(bound.lower, bound.upper), tight, theorems)

    def _answer(self, values: tuple[Value, ...]) -> tuple[Bound, bool, tuple[str, ...]]:
        run = from_document(with_values(self.template, dict(zip(self.paths, values, strict=True))))
        answer = account(run.program, run.relation, rtol=self.rtol, route=self.route)
        found = answer.epsilon(run.delta or 0.0) if self.epsilon is None else answer.delta(self.epsilon)
        return found, answer.tight, answer.because.theorems


def answer_chunk(question: SweepQuestion, chunk: tuple[tuple[Value, ...], ...]) -> tuple[SweepRow, ...]:
    """The rows of several points: one task for an executor.

    Parameters
    ----------
    question
        What is asked.
    chunk
        The values of the varied parameters at each point.

    Returns
    -------
    tuple
        One row for each point, in the same order.
    """
    return tuple(question.answered(values) for values in chunk)


def _one_line(text: str) -> str:
    return " ".join(text.split())
