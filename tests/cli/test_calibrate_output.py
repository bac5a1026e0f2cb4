from __future__ import annotations

from pathlib import Path

from tightdp import AddRemove, Budget, ErrorRates, FullBatch, Gaussian, Step, least_noise
from tightdp.cli.calibrate_output import calibrate_output, calibrate_warnings
from tightdp.cli.choices import FindChoice
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions


def run(noise: float) -> Step:
    return Step(Gaussian(noise), FullBatch())


def test_numbers_are_rounded_to_the_safe_side(tmp_path: Path) -> None:
    question = ask(RunOptions(gaussian=1.0, full_batch=True, steps=1))
    found = least_noise(run, AddRemove(), Budget(1.0, 1e-5))
    output = calibrate_output(question, FindChoice.NOISE, found, ["a warning"])
    rows = {row[0]: row[1] for row in output.screen[0].rows}
    assert float(rows["noise"]) >= found.value
    assert rows["epsilon"] == "<= 1"
    assert output.record["calibration"]["value"] == found.value
    assert output.record["warnings"] == ["a warning"]
    assert output.sheet.rows[0][1] == repr(found.value)


def test_a_false_negative_rate_is_certified_from_below() -> None:
    question = ask(RunOptions(gaussian=1.0, full_batch=True, steps=1))
    found = least_noise(run, AddRemove(), ErrorRates(0.05, 0.5))
    screen = calibrate_output(question, FindChoice.NOISE, found, []).screen[0]
    rows = {row[0]: row[1] for row in screen.rows}
    assert rows["false negative rate"].startswith(">= 0.5")
    assert "upper end" in rows


def test_only_a_search_that_ran_out_of_range_is_pointed_out() -> None:
    assert calibrate_warnings(least_noise(run, AddRemove(), Budget(1.0, 1e-5))) == []
    (said,) = calibrate_warnings(least_noise(run, AddRemove(), Budget(1.0, 1e-5), between=(10.0, 20.0)))
    assert said.startswith(
        "the target allows more than noise level 10, where the range of the search ends: a part of it"
    )
