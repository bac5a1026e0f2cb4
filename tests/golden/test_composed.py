"""Composed values of the golden files lie between the ends, and the ends are close."""

from __future__ import annotations

import json
import math
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tightdp import (
    AddRemove,
    Gaussian,
    Laplace,
    Poisson,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    account,
)
from tightdp.accounting.direction import direction
from tightdp.accounting.worst import bracket, delta_at, epsilon_at
from tightdp.relations import Change

DATA = Path(__file__).parent / "data"
NOISE = {"gaussian": Gaussian, "laplace": Laplace}


def records(name: str) -> list[dict[str, Any]]:
    return json.loads((DATA / name).read_text(encoding="utf-8"))["records"]


COMPOSED = {
    record["id"]: record
    for record in records("s24.json")
    if record["quantity"] == "composed_delta" and record["method"] == "pld_tight_group"
}
THEORY = {record["id"]: record for record in records("theory.json")}


@pytest.mark.parametrize("name", COMPOSED)
def test_s24_group_composition(name: str) -> None:
    """One split of a group under Poisson sampling, composed."""
    record = COMPOSED[name]
    params, relation = record["params"], record["relation"]
    scale = params["sigma"] if record["mechanism"] == "gaussian" else params["scale"]
    step = Step(NOISE[record["mechanism"]](scale), Poisson(params["sampling_rate"]))
    change = Change(removed=relation["deletions"], inserted=relation["insertions"])
    found = direction(params["compositions"] * step, change, "tightest")

    bound = bracket(found, delta_at(record["epsilon"]), 5e-3).bound
    value = float(record["value_independent"])
    assert bound.lower <= value * (1.0 + 1e-8)
    assert bound.upper >= value * (1.0 - 1e-8)
    assert bound.upper - bound.lower <= 1e-2 * bound.upper + 1e-300


@cache
def opacus_table() -> list[tuple[str, float, float, int, float, float]]:
    found: list[tuple[str, float, float, int, float, float]] = []
    for record in THEORY.values():
        if not record["id"].startswith("printed.opacus.prv"):
            continue
        params = record["params"]
        low, high = record["verified"].split("[")[1].rstrip("]").split(",")
        found.append((record["id"], params["sigma"], params["q"], params["T"], float(low), float(high)))
    return found


@pytest.mark.parametrize("row", opacus_table(), ids=lambda row: row[0])
def test_intervals_beside_the_printed_table_of_opacus(row: tuple[str, float, float, int, float, float]) -> None:
    """The certified removal interval of the record meets ours, and the printed upper estimate lies above."""
    name, noise, rate, steps, low, high = row
    delta = THEORY[name]["params"].get("delta", 1e-5 if name.endswith("basic") else 1e-6)
    bound = account(steps * Step(Gaussian(noise), Poisson(rate)), Remove()).epsilon(delta)
    assert bound.lower <= high + 1e-7
    assert bound.upper >= low - 1e-7
    assert bound.relative_gap <= 1e-2
    assert bound.lower <= THEORY[name]["value"]


def test_add_beats_remove_after_two_steps() -> None:
    values = THEORY["pitfall.laplace.add_beats_remove"]["value"]
    step = Step(Laplace(1.0), Poisson(0.5))
    for steps, offset in ((1, 0), (2, 2)):
        for place, change in ((offset, Change(removed=1)), (offset + 1, Change(inserted=1))):
            found = direction(steps * step, change, "tightest")
            bound = bracket(found, delta_at(0.23), 1e-5).bound
            assert bound.lower <= values[place] * (1.0 + 1e-8)
            assert bound.upper >= values[place] * (1.0 - 1e-8)


def test_poisson_is_not_fixed_size() -> None:
    low, high, fixed = THEORY["pitfall.poisson_vs_wor"]["value"]
    poisson = account(10_000 * Step(Gaussian(0.8), Poisson(0.001)), AddRemove()).epsilon(1e-5)
    assert poisson.lower <= high
    assert poisson.upper >= low
    scheme = WithoutReplacement(dataset_size=100_000, batch_size=100)
    substituted = account(10_000 * Step(Gaussian(0.8), scheme), Substitute()).epsilon(1e-5)
    assert fixed * (1.0 - 1e-3) <= substituted.lower <= fixed * 1.05
    assert substituted.upper >= substituted.lower


def test_no_single_pair_is_the_worst_of_a_composed_response() -> None:
    """AB is worse than AA and BB; the upper end is the sup profile's."""
    values = THEORY["pitfall.substitution.rr"]["value"]
    step = Step(RandomizedResponse(0.75), WithoutReplacement(4, 1))
    once = account(step, Substitute()).delta(0.25)
    assert once.lower <= values[0] <= once.upper
    twice = account(2 * step, Substitute(), rtol=1e-5).delta(0.25)
    assert twice.lower == pytest.approx(values[5], rel=1e-4)
    assert twice.upper == pytest.approx(values[6], rel=1e-4)
    assert twice.lower <= values[5] <= twice.upper
    assert twice.upper >= values[6] * (1.0 - 1e-9)


def test_the_sandwich_of_fixed_size_substitution() -> None:
    lower, upper = THEORY["wor_substitution.gaussian.composed"]["value"]
    step = Step(Gaussian(1.0, substitution_sensitivity=1.0), WithoutReplacement(100_000, 1000))
    bound = account(1000 * step, Substitute()).epsilon(1e-5)
    assert bound.lower == pytest.approx(lower, rel=1e-3)
    assert bound.upper == pytest.approx(upper, rel=1e-3)


def test_google_pld_values() -> None:
    laplace = account(3 * Step(Laplace(0.5), Poisson(0.2)), AddRemove()).epsilon(0.0)
    assert laplace.upper == pytest.approx(2.4696449717, rel=1e-9)
    gaussian = account(3 * Step(Gaussian(0.5), Poisson(0.2)), AddRemove(), rtol=1e-5).delta(1.0)
    assert gaussian.lower <= 0.15593278
    assert gaussian.upper >= 0.15593274


ACCEPTANCE = [
    (1.1, 0.01, 10_000, 1e-5, 5.1927, 4.8066),
    (0.8, 0.004266, 14_062, 1e-6, 5.1396, 4.3361),
    (2.0, 0.001, 100_000, 1e-8, 0.85662, 0.84826),
    (0.5, 0.02, 500, 1e-5, 17.571, 5.3054),
    (10.0, 0.2, 2000, 1e-10, 5.8402, 5.7668),
]


@pytest.mark.parametrize(("noise", "rate", "steps", "delta", "remove", "insert"), ACCEPTANCE)
def test_runs_of_an_independent_prototype(
    noise: float, rate: float, steps: int, delta: float, remove: float, insert: float
) -> None:
    """Both directions within 1 % of upper ends that another programme found."""
    program = steps * Step(Gaussian(noise), Poisson(rate))
    for change, value in ((Change(removed=1), remove), (Change(inserted=1), insert)):
        found = direction(program, change, "tightest")
        bound = bracket(found, epsilon_at(delta), 1e-3).bound
        assert bound.lower <= value * (1.0 + 1e-4)
        assert bound.upper >= value * (1.0 - 1e-4)
        assert bound.relative_gap <= 1e-3


def test_a_group_of_four_is_below_the_generic_conversion() -> None:
    """``d_4(eps) <= d(eps / 4) (e^eps - 1) / (e^(eps / 4) - 1)`` (Vadhan 2017), solved for eps."""
    program = 10_000 * Step(Gaussian(1.1), Poisson(0.01))
    four = account(program, AddRemove(4)).epsilon(1e-5)
    one = account(program, AddRemove())
    epsilon = four.upper
    generic = one.delta(epsilon / 4).lower * math.expm1(epsilon) / math.expm1(epsilon / 4)
    assert generic > 10.0 * 1e-5
    split = direction(program, Change(removed=2, inserted=2), "tightest")
    both = bracket(split, epsilon_at(1e-5), 1e-3).bound
    assert 0.0 < both.lower <= four.upper
