"""What is written can be read again, and is then the same."""

from __future__ import annotations

import json
import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tightdp.accounting import Program, Step
from tightdp.errors import InvalidInput
from tightdp.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
    Together,
)
from tightdp.relations import AddRemove, relation_from_name
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement, WithReplacement
from tightdp.spec.read import parse_document
from tightdp.spec.read_run import from_document
from tightdp.spec.run import build_run
from tightdp.spec.write import document_as_dict, to_document, to_json, to_toml

POSITIVE = st.floats(min_value=1e-6, max_value=1e6)
SINGLE = st.one_of(
    st.builds(Gaussian, POSITIVE, st.floats(min_value=0.1, max_value=2.0)),
    st.builds(Laplace, POSITIVE),
    st.builds(RandomizedResponse, st.floats(min_value=0.5, max_value=1.0), st.integers(2, 9)),
    st.builds(DiscreteGaussian, st.floats(min_value=0.5, max_value=20.0), st.integers(1, 2)),
    st.builds(DiscreteLaplace, st.floats(min_value=0.5, max_value=20.0)),
    st.builds(
        EpsilonDelta,
        st.floats(min_value=0.0, max_value=9.0),
        st.floats(min_value=0.0, max_value=1.0),
        st.sampled_from(["either", "add-remove", "substitute"]),
    ),
)
MECHANISMS = SINGLE | st.builds(Together, st.lists(SINGLE, min_size=1, max_size=3).map(tuple))
SCHEMES = st.one_of(
    st.builds(FullBatch),
    st.builds(Poisson, st.floats(min_value=0.0, max_value=1.0)),
    st.builds(WithoutReplacement, st.integers(100, 10**9), st.integers(1, 100)),
    st.builds(WithReplacement, st.integers(1, 10**9), st.integers(1, 10**3)),
)
RELATIONS = st.builds(
    relation_from_name, st.sampled_from(["add-remove", "insert", "remove", "substitute"]), st.integers(1, 9)
)
PARTS = st.lists(st.tuples(st.integers(1, 10**6), st.builds(Step, MECHANISMS, SCHEMES)), min_size=1, max_size=3)
DELTAS = st.none() | st.floats(min_value=0.0, max_value=1.0, exclude_max=True)


def program(parts: list[tuple[int, Step]]) -> Program:
    first, *rest = [steps * step for steps, step in parts]
    return sum(rest, first)


@given(PARTS, RELATIONS, DELTAS)
def test_toml_and_json_round_trip(parts: list[tuple[int, Step]], relation: AddRemove, delta: float | None) -> None:
    document = to_document(program(parts), relation, delta)
    for form, text in (("toml", to_toml(document)), ("json", to_json(document))):
        again, origin = parse_document(text, "run", "toml" if form == "toml" else "json")
        assert document_as_dict(again) == document
        run = build_run(again, origin)
        assert (run.program, run.relation, run.delta) == (program(parts), relation, delta)
    assert from_document(document) == build_run(*parse_document(to_json(document), "run", "json"))


def test_a_document_spells_out_its_defaults() -> None:
    document = to_document(3 * Step(Gaussian(1.1), Poisson(0.01)), AddRemove())
    assert document == {
        "version": 1,
        "relation": "add-remove",
        "group_size": 1,
        "phase": [
            {
                "mechanism": {"type": "gaussian", "noise_multiplier": 1.1, "substitution_sensitivity": 2.0},
                "scheme": {"type": "poisson", "rate": 0.01},
                "steps": 3,
            }
        ],
    }
    assert tomllib.loads(to_toml(document)) == json.loads(to_json(document)) == document


@pytest.mark.parametrize("name", ['a "quoted" \\ name', "tab\tand\nline", "é 🙂 \x7f", ""])
def test_any_name_of_a_phase_is_kept(name: str) -> None:
    text = to_toml({"phase": [{"name": name, "steps": 1}]})
    assert tomllib.loads(text) == {"phase": [{"name": name, "steps": 1}]}


def test_an_empty_program_has_no_document() -> None:
    with pytest.raises(InvalidInput, match="of at least one step, since a document needs a phase"):
        to_document(0 * Step(Gaussian(1.1), FullBatch()), AddRemove())


def test_a_mechanism_with_a_function_has_no_document() -> None:
    step = Step(Profile(lambda epsilon: max(0.0, 0.5 - epsilon)), FullBatch())
    with pytest.raises(InvalidInput, match=r"one that a document can hold \(gaussian, laplace, "):
        to_document(1 * step, AddRemove())
