"""Runs on disjoint parts of the data."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.accounting.answer import Answer
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.relations import Substitute

_REMEDY = "the composition of all runs: account(first + second + ..., relation)"


@dataclass(frozen=True)
class DisjointParts:
    """Several runs, each on a part of the data that shares no record with the others: the largest answer.

    Parameters
    ----------
    answers
        One for each part, all under the same relation. Each part's own runs are composed before.

    Raises
    ------
    InvalidInput
        If there is none, one is no answer, or their relations differ.
    CannotAnswer
        If a group may be spread over several parts, or a replaced record may move from one part to another.

    Notes
    -----
    Which part a record belongs to may depend on that record alone, never on the others. Then one inserted or removed
    record changes one part, and the outputs of all others have the same law.
    """

    answers: tuple[Answer, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "answers", tuple(self.answers))
        if not self.answers or not all(isinstance(one, Answer) for one in self.answers):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("answers", self.answers, "answers of account(), at least one")
        if len({one.relation for one in self.answers}) > 1:
            raise InvalidInput("answers", [one.relation for one in self.answers], "under the same relation")
        relation = self.answers[0].relation
        if isinstance(relation, Substitute):
            reason = "a record may be replaced by one of another part, so that two parts change"
            raise CannotAnswer("disjoint parts under substitution", reason, _REMEDY)
        if relation.group_size > 1:
            reason = "a group's records may lie in several parts, which then all change"
            raise CannotAnswer(f"disjoint parts for groups of {relation.group_size}", reason, _REMEDY)

    def epsilon(self, delta: float) -> Bound:
        """The largest of the parts' smallest eps with ``d(eps) <= delta``.

        Parameters
        ----------
        delta
            Probability in [0, 1).
        """
        return _largest([one.epsilon(delta) for one in self.answers])

    def delta(self, epsilon: float) -> Bound:
        """The largest of the parts' ``d(eps)``.

        Parameters
        ----------
        epsilon
            eps >= 0 in nats.
        """
        return _largest([one.delta(epsilon) for one in self.answers])


def _largest(bounds: list[Bound]) -> Bound:
    return Bound(max(bound.lower for bound in bounds), max(bound.upper for bound in bounds))
