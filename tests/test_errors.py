"""Errors say what came, what is allowed and what to do, and survive a trip through pickle."""

from __future__ import annotations

import pickle

import pytest

from tightdp.errors import CannotAnswer, InvalidInput, TightDPError


def test_invalid_input_says_what_came_and_what_is_allowed() -> None:
    error = InvalidInput("rate", 1.5, "in [0, 1]", "Give a probability.")
    assert str(error) == "rate must be in [0, 1], got 1.5. Give a probability."
    assert (error.name, error.value, error.allowed, error.hint) == ("rate", 1.5, "in [0, 1]", "Give a probability.")
    assert isinstance(error, ValueError)
    assert isinstance(error, TightDPError)


def test_invalid_input_without_a_hint() -> None:
    assert str(InvalidInput("rate", 1.5, "in [0, 1]")) == "rate must be in [0, 1], got 1.5"


def test_cannot_answer_says_why_and_what_instead() -> None:
    error = CannotAnswer("this", "of that", "ask something else")
    assert str(error) == "no proven bound for this: of that. Instead: ask something else"
    assert (error.asked, error.reason, error.instead) == ("this", "of that", "ask something else")


@pytest.mark.parametrize("error", [InvalidInput("a", 1, "b", "c"), CannotAnswer("a", "b", "c")])
def test_errors_travel_between_processes(error: TightDPError) -> None:
    back = pickle.loads(pickle.dumps(error))
    assert type(back) is type(error)
    assert str(back) == str(error)
    assert vars(back) == vars(error)
