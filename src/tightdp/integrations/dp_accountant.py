"""A privacy accountant for code that takes one of dp-accounting's."""

from __future__ import annotations

from typing import TypeAlias

from tightdp.accounting import Answer, Program, Step, account
from tightdp.errors import CannotAnswer, InvalidInput, TightDPError
from tightdp.integrations.dp_event import from_dp_event
from tightdp.mechanisms import RandomizedResponse
from tightdp.numerics.checks import whole
from tightdp.relations import AbstractRelation, AddRemove, Substitute
from tightdp.schemes import TruncatedPoisson, WithoutReplacement, WithReplacement

try:
    from dp_accounting import NeighboringRelation, PrivacyAccountant
    from dp_accounting.dp_event import DpEvent
except ImportError as missing:
    raise ImportError(
        "this accountant needs dp-accounting. Install it with: python -m pip install 'tightdp[dp-accounting]'"
    ) from missing

Refusal: TypeAlias = PrivacyAccountant.CompositionErrorDetails
ADD_REMOVE = NeighboringRelation.ADD_OR_REMOVE_ONE
REPLACE = NeighboringRelation.REPLACE_ONE
REPLACE_SPECIAL = NeighboringRelation.REPLACE_SPECIAL
_RELATIONS = {ADD_REMOVE: AddRemove, REPLACE: Substitute, REPLACE_SPECIAL: AddRemove}


class TightPrivacyAccountant(PrivacyAccountant):
    """Certified upper ends wherever ``dp_accounting.PrivacyAccountant`` is expected.

    ``ADD_OR_REMOVE_ONE`` is :class:`AddRemove`, ``REPLACE_ONE`` is :class:`Substitute`. ``REPLACE_SPECIAL`` (a record
    is blanked out and the number of records stays) is :class:`AddRemove` where the two agree: sums with noise over all
    records or over Poisson batches, to which a blank record adds nothing.

    Parameters
    ----------
    neighboring_relation
        Who may differ.
    group_size
        How many records may differ at once, >= 1.
    rtol
        As for :func:`tightdp.account`.

    Raises
    ------
    InvalidInput
        If the relation is not one of these three, or the group size not a whole number >= 1.
    """

    def __init__(
        self, neighboring_relation: NeighboringRelation = ADD_REMOVE, *, group_size: int = 1, rtol: float = 1e-3
    ) -> None:
        if neighboring_relation not in _RELATIONS:
            raise InvalidInput("neighboring_relation", neighboring_relation, "a NeighboringRelation of dp_accounting")
        super().__init__(neighboring_relation)
        kind = _RELATIONS[neighboring_relation]
        self._relation = kind(whole("group_size", group_size, 1))
        self._rtol = rtol
        self._program = Program()
        self._accepted: set[Step] = set()
        self._answer: Answer | None = None

    @property
    def program(self) -> Program:
        """What was composed so far."""
        return self._program

    @property
    def relation(self) -> AbstractRelation:
        """The relation in this package's words."""
        return self._relation

    @property
    def answer(self) -> Answer:
        """Lower ends, profiles and reasons for what was composed so far."""
        if self._answer is None:
            self._answer = account(self._program, self._relation, rtol=self._rtol)
        return self._answer

    def get_epsilon(self, target_delta: float) -> float:
        """The upper end of epsilon in nats.

        Parameters
        ----------
        target_delta
            delta in [0, 1).
        """
        return self.answer.epsilon(target_delta).upper

    def get_delta(self, target_epsilon: float) -> float:
        """The upper end of delta.

        Parameters
        ----------
        target_epsilon
            epsilon >= 0 in nats.
        """
        return self.answer.delta(target_epsilon).upper

    def _maybe_compose(self, event: DpEvent, count: int, do_compose: bool) -> Refusal | None:
        """Composes, or says why not; called by ``compose`` and ``supports``."""
        try:
            once = from_dp_event(event)
            for step, _ in once.parts:  # whatever the count: ``supports`` asks with 0
                self._check(step)
            total = self._program + whole("count", count, 0) * once
        except TightDPError as refusal:
            return PrivacyAccountant.CompositionErrorDetails(event, str(refusal))
        if do_compose:
            self._program, self._answer = total, None
        return None

    def _check(self, step: Step) -> None:
        """That the relation can be answered for a step."""
        if step in self._accepted:
            return
        named = self.neighboring_relation.name
        if self.neighboring_relation is not REPLACE and isinstance(step.mechanism, RandomizedResponse):
            raise CannotAnswer(
                f"randomized response under {named}", "a record must be there to be reported", "REPLACE_ONE"
            )
        fixed_size = isinstance(step.scheme, WithoutReplacement | WithReplacement | TruncatedPoisson)
        if self.neighboring_relation is REPLACE_SPECIAL and fixed_size:
            raise CannotAnswer(
                f"batches of fixed or cut size under {named}",
                "a record that is blanked out keeps its place in the batches, a removed one does not",
                "REPLACE_ONE, which covers it",
            )
        account(step, self._relation, rtol=self._rtol)
        self._accepted.add(step)
