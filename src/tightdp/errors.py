"""The error types of the package: few, and each carries what a program needs to react."""

from __future__ import annotations


class TightDPError(Exception):
    """Base class of every error that this package raises on purpose."""


class InvalidInput(TightDPError, ValueError):
    """A value that no computation can accept.

    Parameters
    ----------
    name
        The parameter, in the user's words (``"rate"``, ``"phase[1].steps"``).
    value
        What came.
    allowed
        What is allowed, as a phrase that follows "must be".
    hint
        What to do next, when that is not obvious.
    """

    def __init__(self, name: str, value: object, allowed: str, hint: str = "") -> None:
        self.name = name
        self.value = value
        self.allowed = allowed
        self.hint = hint
        text = f"{name} must be {allowed}, got {value!r}"
        super().__init__(f"{text}. {hint}" if hint else text)

    def __reduce__(self) -> tuple[type[InvalidInput], tuple[str, object, str, str]]:
        return type(self), (self.name, self.value, self.allowed, self.hint)


class CannotAnswer(TightDPError):
    """A well-formed question for which no proven bound is known here.

    Parameters
    ----------
    asked
        The combination that was asked for.
    reason
        Why there is no answer.
    instead
        What can be asked instead.
    """

    def __init__(self, asked: str, reason: str, instead: str) -> None:
        self.asked = asked
        self.reason = reason
        self.instead = instead
        super().__init__(f"no proven bound for {asked}: {reason}. Instead: {instead}")

    def __reduce__(self) -> tuple[type[CannotAnswer], tuple[str, str, str]]:
        return type(self), (self.asked, self.reason, self.instead)
