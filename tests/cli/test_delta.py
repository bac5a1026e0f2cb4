from __future__ import annotations

import pytest

from cli.command import Command


@pytest.mark.parametrize(
    ("words", "epsilon", "delta"),
    [
        ("--gaussian 1 --full-batch --steps 1", 1.0, 0.1269367375),
        ("--gaussian 1 --full-batch --steps 1", 0.0, 0.382924922548),
        ("--laplace 1 --full-batch --steps 1", 0.5, 0.2211992169),
        ("--laplace 1 --full-batch --steps 1", 1.0, 0.0),
        ("--gaussian 1 --poisson 0.5 --steps 0", 0.0, 0.0),
    ],
)
def test_one_step_has_its_closed_form(command: Command, words: str, epsilon: float, delta: float) -> None:
    record = command.answered(f"delta {words} --epsilon {epsilon} --format json").record
    assert record["delta"]["lower"] - 1e-12 <= delta <= record["delta"]["upper"] + 1e-12
    assert record["delta"]["upper"] == pytest.approx(delta, rel=1e-3, abs=1e-12)
    assert record["epsilon"] == epsilon


def test_delta_and_epsilon_are_inverse(command: Command) -> None:
    words = "--gaussian 1.1 --poisson 0.01 --steps 10000"
    record = command.answered(f"delta {words} --epsilon 5.1926 --format json").record
    assert record["delta"]["upper"] == pytest.approx(1e-5, rel=1e-2)


def test_the_table_and_the_csv_hold_the_same_number(command: Command) -> None:
    words = "delta --laplace 1 --full-batch --steps 1 --epsilon 0.5"
    assert "delta       <= 0.2212" in command.answered(words).out
    header, row = command.answered(f"{words} --format csv").out.splitlines()
    assert header == "delta_lower,delta_upper,epsilon,relation,group_size,tight,steps"
    assert float(row.split(",")[1]) == pytest.approx(0.2211992169, rel=1e-3)


@pytest.mark.parametrize("epsilon", ["nan", "-1"])
def test_epsilon_is_a_number_from_zero_on(command: Command, epsilon: str) -> None:
    text = command.refused(f"delta --laplace 1 --full-batch --steps 1 --epsilon {epsilon}")
    assert text.startswith("--epsilon must be a number >= 0, got ")


def test_an_infinite_epsilon_asks_for_what_no_epsilon_protects(command: Command) -> None:
    words = "delta --epsilon-delta 1 1e-6 --full-batch --steps 1 --epsilon inf"
    assert "delta       <= 1e-06" in command.answered(words).out
    assert command.answered(f"{words} --format json").record["epsilon"] == "Infinity"


def test_a_delta_makes_no_sense_here(command: Command) -> None:
    assert "--delta" in command.refused("delta --laplace 1 --full-batch --steps 1 --epsilon 1 --delta 1e-5")
