"""One step of Schuchardt et al. 2024 and of the routes they compare with, to eight digits."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from golden.golden_records import Record, chosen, named
from tightdp.mechanisms import AbstractMechanism, Gaussian, Laplace, RandomizedResponse
from tightdp.pairs.dominating import Dominating
from tightdp.relations import Change
from tightdp.schemes import AbstractScheme, Poisson, WithReplacement
from tightdp.transport import Route, dominate

DIGITS = 1e-8


def mechanism_of(record: Record) -> AbstractMechanism:
    """Sensitivities of the records: one unit for a record that comes, goes or is replaced."""
    parameters = record["params"]
    match record["mechanism"]:
        case "gaussian":
            return Gaussian(parameters["sigma"], substitution_sensitivity=1.0)
        case "laplace":
            return Laplace(parameters["scale"])
        case _:
            return RandomizedResponse(parameters["true_response_prob"])


def scheme_of(record: Record) -> AbstractScheme:
    parameters = record["params"]
    if record["scheme"] == "poisson":
        return Poisson(parameters["sampling_rate"])
    return WithReplacement(parameters["dataset_size"], parameters["batch_size"])


def change_of(record: Record) -> Change:
    relation = record["relation"]
    match relation["type"]:
        case "group_insert_delete":
            return Change(removed=relation["deletions"], inserted=relation["insertions"])
        case "insert_or_delete":
            return Change(removed=relation["group_size"])
        case _:
            return Change(substituted=relation["group_size"])


def delta(record: Record, route: Route, change: Change | None = None) -> tuple[float, tuple[Dominating, ...]]:
    """The least delta of a route's pairs at the record's eps, and the pairs."""
    mechanism = mechanism_of(record)
    if record["scheme"] == "poisson" and isinstance(mechanism, Gaussian):
        mechanism = Gaussian(mechanism.noise_multiplier)
    found = dominate(mechanism, scheme_of(record), change or change_of(record), route)
    epsilon = np.array([float(record["epsilon"])])
    return min(float(guarantee.pair.hockey_stick(epsilon)[0]) for guarantee in found), found


def close(value: float) -> Any:
    return pytest.approx(value, rel=DIGITS, abs=0.0)  # pyright: ignore[reportUnknownMemberType]


TIGHT = [
    *chosen("s24", quantity="hockey_stick", method=("tight_mechanism_specific", "tight_quadrature")),
    *(
        record
        for record in chosen("s24", quantity="composed_delta", method="pld_tight_group")
        if record["params"]["compositions"] == 1
    ),
]


@pytest.mark.parametrize("record", TIGHT, ids=named)
def test_a_group_under_poisson_sampling(record: Record) -> None:
    """Theorem 4.1 with the pair of two mixtures, and the witness that attains it."""
    for route in ("specific", "tightest"):
        value, found = delta(record, route)
        assert value == close(record["value"])
        assert all(guarantee.tight_once for guarantee in found)
        witnesses = [witness for guarantee in found for witness in guarantee.witnesses]
        attained = max(float(w.hockey_stick(np.array([float(record["epsilon"])]))[0]) for w in witnesses)
        assert attained == close(record["value"])


COUPLED = chosen("s24", quantity="hockey_stick", method="maximal_coupling")


@pytest.mark.parametrize("record", COUPLED, ids=named)
def test_the_agnostic_route_is_the_maximal_coupling(record: Record) -> None:
    """Group profiles weighted by how many of the group were drawn, through advanced joint convexity."""
    value, _ = delta(record, "agnostic")
    assert value == close(record["value"])
    assert delta(record, "specific")[0] <= value * (1.0 + DIGITS)


AFTERWARDS = chosen("s24", quantity="hockey_stick", method=("posthoc_group_simple", "posthoc_group_improved"))


@pytest.mark.parametrize("record", AFTERWARDS, ids=named)
def test_the_specific_route_is_never_above_group_privacy_afterwards(record: Record) -> None:
    """Both directions; amplifying one record first and converting to the group last loses."""
    size = record["relation"]["group_size"]
    for change in (Change(removed=size), Change(inserted=size)):
        assert delta(record, "specific", change)[0] <= record["value"] * (1.0 + DIGITS)


def test_the_agnostic_route_may_be_above_group_privacy_afterwards() -> None:
    """So the default for a group is the specific route; here are both values of one cell."""
    (record,) = chosen("s24", id="hs-posthoc-improved-G-1-r0.01-K4-e1")
    assert delta(record, "specific")[0] < record["value"] < delta(record, "agnostic")[0]


@pytest.mark.parametrize("record", chosen("s24", method="balle2018_theorem10"), ids=named)
def test_theorem_10_of_balle_et_al(record: Record) -> None:
    assert delta(record, "agnostic")[0] == close(record["value"])


@pytest.mark.parametrize("record", chosen("s24", method="relaxed_distances_1d", quantity="hockey_stick"), ids=named)
def test_the_relaxed_pair_with_replacement(record: Record) -> None:
    value, found = delta(record, "specific")
    assert value == close(record["value"])
    assert not any(guarantee.tight for guarantee in found)
