"""The committed table of the digits example, without any training: its epsilons, its noise multipliers, its words."""

from __future__ import annotations

import runpy
from dataclasses import replace
from typing import Any, cast

import numpy as np
import pytest
from scipy.special import ndtr

from house.sources import ROOT
from tightdp import Bound, Substitute, TrainingPlan, account
from tightdp.planning.training_plan import Sampling
from tightdp.report import rounded_down, rounded_up

FOLDER = ROOT / "examples" / "digits"
TABLE = runpy.run_path(str(FOLDER / "table.py"))
ROWS: list[Any] = TABLE["read_rows"](FOLDER / "results" / "table.csv")
PRIVATE = [row for row in ROWS if row.scheme != "none"]
SLOW = pytest.mark.nightly  # groups under sampling with replacement take seconds each
TARGET = 4.0


def rows(*, slow: bool) -> list[Any]:
    names = {id(row): f"{row.scheme}-{row.level}" for row in PRIVATE}
    marked = {id(row): [SLOW] if slow and row.scheme == "with-replacement" else [] for row in PRIVATE}
    return [pytest.param(row, id=names[id(row)], marks=marked[id(row)]) for row in PRIVATE]


def plan_of(row: Any) -> TrainingPlan:
    return TrainingPlan(
        dataset_size=int(row.dataset_size),
        batch_size=int(row.batch_size),
        updates=int(row.steps),
        sampling=cast("Sampling", row.scheme),
        neighbours="substitute",
        records_per_user=int(row.group_size),
        noise_multiplier=float(row.noise_multiplier),
    )


def epsilon(plan: TrainingPlan, row: Any) -> Bound:
    return plan.account().epsilon(float(row.delta))


def test_the_rows_are_three_schemes_at_two_levels_under_one_delta_and_no_privacy() -> None:
    schemes = ("poisson", "without-replacement", "with-replacement")
    wanted = [(scheme, level) for level in ("record", "user") for scheme in schemes]
    assert [(row.scheme, row.level) for row in PRIVATE] == wanted
    assert [row.scheme for row in ROWS] == [*(scheme for scheme, _ in wanted), "none"]
    assert len({(row.delta, row.dataset_size, row.batch_size, row.steps) for row in PRIVATE}) == 1
    assert [row.group_size for row in PRIVATE] == ["1"] * 3 + ["4"] * 3


@pytest.mark.parametrize("row", rows(slow=False))
def test_the_epsilon_is_what_the_library_says_and_within_the_target(row: Any) -> None:
    found = epsilon(plan_of(row), row)
    assert found.upper <= TARGET
    assert (rounded_down(found.lower, 5), rounded_up(found.upper, 5)) == (row.epsilon_lower, row.epsilon_upper)


@pytest.mark.parametrize("row", rows(slow=True))
def test_no_less_noise_would_do(row: Any) -> None:
    """The third decimal was rounded up, above a tolerance of 1e-4."""
    less = float(row.noise_multiplier) * (1.0 - 1e-4) - 1e-3
    assert epsilon(replace(plan_of(row), noise_multiplier=less), row).upper > TARGET


@pytest.mark.parametrize("row", rows(slow=True))
def test_what_a_user_is_promised(row: Any) -> None:
    found = account(plan_of(row).program, Substitute(4)).epsilon(float(row.delta))
    assert rounded_up(found.upper, 5) == row.user_epsilon_upper


def test_accuracies_fit_what_the_document_says() -> None:
    assert len({len(row.percents) for row in ROWS}) == 1
    for row in ROWS:
        shares = [round(percent * 297 / 100) for percent in row.percents]
        assert [f"{100 * share / 297:.2f}" for share in shares] == row.accuracies.split()
    assert all(row.mean > 85.0 for row in PRIVATE if row.level == "record")


def test_the_document_shows_this_very_table() -> None:
    assert TABLE["markdown"](ROWS) in (ROOT / "docs" / "digits.md").read_text(encoding="utf-8")


def test_the_noise_is_normal_and_each_key_and_step_has_its_own() -> None:
    numbers = runpy.run_path(str(FOLDER / "noise.py"))["normal_numbers"]
    key, size = bytes(range(32)), 200_000
    drawn = np.sort(numbers(key, 0, size))
    distance = np.abs(ndtr(drawn) - (np.arange(size) + 0.5) / size).max()
    assert distance < 1.95 / size**0.5  # Kolmogorov and Smirnov at 1e-3
    assert (numbers(key, 0, 5) == numbers(key, 0, 9)[:5]).all()
    apart = [numbers(key, 0, size), numbers(key, 1, size), numbers(bytes(32), 0, size)]
    products = np.corrcoef(apart) - np.eye(3)
    assert np.abs(products).max() < 5.0 / size**0.5
