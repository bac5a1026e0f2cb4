"""The law of the number of changed records in a batch."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

from tightdp.errors import InvalidInput


@dataclass(frozen=True, slots=True)
class ChangedCounts:
    """``p_i = Pr[i changed records in a batch of x]``, ``q_j`` the same for x'.

    Parameters
    ----------
    p
        ``(p_0, ..., p_I)``: the removed or substituted records among a batch of x.
    q
        ``(q_0, ..., q_J)``: the inserted or substituted records among a batch of x'.
    unit
        What one changed record does to a batch that has none: ``"add-remove"``, the batch holds
        one record more; ``"substitute"``, one of its records is replaced.

    Raises
    ------
    InvalidInput
        If ``p`` or ``q`` is not a list of probabilities with sum 1 (to 1e-9), or ``unit`` is
        another word.

    Notes
    -----
    Batches of x and of x' are compared with one shared batch that holds no changed record
    (Schuchardt et al. 2024, Theorem 3.4, conditioned on the number of changed records). A full
    batch under substitution is the exception, see ``FullBatch.law``.
    """

    p: tuple[float, ...]
    q: tuple[float, ...]
    unit: Literal["add-remove", "substitute"]

    def __post_init__(self) -> None:
        for name in ("p", "q"):
            weights: tuple[float, ...] = tuple(getattr(self, name))
            if not (all(w >= 0.0 for w in weights) and abs(math.fsum(weights) - 1.0) <= 1e-9):
                raise InvalidInput(name, weights, "probabilities with sum 1")
            object.__setattr__(self, name, weights)
        if self.unit not in ("add-remove", "substitute"):
            raise InvalidInput("unit", self.unit, '"add-remove" or "substitute"')
