from __future__ import annotations

from tightdp.cli.explain_output import explain_output
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions


def test_each_direction_has_its_row() -> None:
    listing, theorems, directions = explain_output(ask(RunOptions(laplace=1.0, poisson=0.1, group_size=2))).screen
    assert [name for name, _ in listing.rows] == ["neighbours", "ran", "tight", "route", *["assumes"] * 4]
    assert len(theorems.rows) >= 1
    assert [row[0] for row in directions.rows] == [
        "2 removed, 0 inserted",
        "1 removed, 1 inserted",
        "0 removed, 2 inserted",
    ]


def test_many_directions_are_cut_short_on_the_screen_only() -> None:
    output = explain_output(ask(RunOptions(laplace=1.0, poisson=0.1, group_size=20)))
    assert len(output.screen[2].rows) == 10
    assert output.screen[2].rows[-1] == ("and 12 more", "", "", "")
    assert sum(row[0] == "direction" for row in output.sheet.rows) == 21


def test_a_program_without_steps_needs_no_theorem() -> None:
    _, theorems, directions = explain_output(ask(RunOptions(laplace=1.0, steps=0))).screen
    assert theorems.rows == ()
    assert directions.rows[0] == ("1 removed, 0 inserted", "none needed", "yes", "none")
