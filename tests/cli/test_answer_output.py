from __future__ import annotations

import math

from tightdp.cli.answer_output import Found, answer_output
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions
from tightdp.numerics.bound import Bound


def test_the_table_rounds_outwards_and_the_rest_is_exact() -> None:
    question = ask(RunOptions(laplace=1.0, full_batch=True, steps=1))
    bound = Bound(1.23456789, 1.23456799)
    output = answer_output(question, Found("epsilon", bound, ("delta", 1e-5), question.answer.because), ["careful"])
    assert output.screen[0].rows[:3] == (("epsilon", "<= 1.23457"), ("lower end", "1.23456"), ("delta", "1e-05"))
    assert output.record["epsilon"] == {"lower": 1.23456789, "upper": 1.23456799}
    assert output.record["warnings"] == ["careful"]
    assert "reason" not in output.record
    assert output.sheet.rows == (("1.23456789", "1.23456799", "1e-05", "add-remove", "1", "true", "1"),)


def test_infinity_has_its_reason_everywhere_but_in_the_sheet() -> None:
    question = ask(RunOptions(gaussian=1.0, full_batch=True, steps=1))
    bound = Bound(math.inf, math.inf)
    found = Found("epsilon", bound, ("delta", 0.0), question.answer.because, "no epsilon holds")
    output = answer_output(question, found, [])
    assert ("why", "no epsilon holds") in output.screen[0].rows
    assert output.record["reason"] == "no epsilon holds"
    assert output.sheet.rows[0][:3] == ("inf", "inf", "0")
