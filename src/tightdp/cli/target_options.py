"""The target of a calibration, from the options that say it."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.calibration import AbstractTarget, Advantage, Budget, ErrorRates
from tightdp.errors import InvalidInput

_OPTIONS = "--epsilon, --advantage, or --false-positive-rate with --false-negative-rate"


@dataclass(frozen=True, slots=True)
class TargetOptions:
    """What the options for the target say; ``None`` where one was not given.

    Parameters
    ----------
    epsilon, delta
        Of an (epsilon, delta).
    advantage
        Of the best membership test.
    false_positive_rate, false_negative_rate
        A point of the trade-off curve.
    """

    epsilon: float | None
    delta: float | None
    advantage: float | None
    false_positive_rate: float | None
    false_negative_rate: float | None

    def target(self) -> AbstractTarget:
        """The one target that they say.

        Returns
        -------
        AbstractTarget
            Checked for ranges.

        Raises
        ------
        InvalidInput
            If they say none, more than one or half of one, or a number is outside its range.
        """
        rates = self.false_positive_rate, self.false_negative_rate
        kinds = (self.epsilon is not None, self.advantage is not None, rates != (None, None))
        if sum(kinds) != 1:
            raise InvalidInput("the target", self.given(), f"given by one of {_OPTIONS}")
        try:
            return self._target()
        except InvalidInput as error:
            known = {name: f"--{name.replace('_', '-')}" for name in self.__slots__}
            raise InvalidInput(known.get(error.name, error.name), error.value, error.allowed, error.hint) from None

    def _target(self) -> AbstractTarget:
        if self.advantage is not None:
            return Advantage(self.advantage)
        if self.epsilon is not None:
            if self.delta is None:
                raise InvalidInput("--delta", "nothing", "given", "A delta far below 1 / number of records is usual")
            return Budget(self.epsilon, self.delta)
        if self.false_positive_rate is None or self.false_negative_rate is None:
            raise InvalidInput("the target", self.given(), "both error rates")
        return ErrorRates(self.false_positive_rate, self.false_negative_rate)

    def refuse_unused(self, delta: float | None) -> None:
        """Refuse a typed delta beside a target that has none; that of a run file is for other commands, too.

        Parameters
        ----------
        delta
            ``--delta``; ``None`` where it was not typed.

        Raises
        ------
        InvalidInput
            If it would not be used.
        """
        if delta is not None and self.epsilon is None and self.given():
            raise InvalidInput("--delta", delta, f"left out with {self.given()[0]}, a target without delta")

    def given(self) -> list[str]:
        """The options for a target that were given, delta left out, which a run file may hold.

        Returns
        -------
        list
            As they are typed.
        """
        names = ("epsilon", "advantage", "false_positive_rate", "false_negative_rate")
        return [f"--{name.replace('_', '-')}" for name in names if getattr(self, name) is not None]
