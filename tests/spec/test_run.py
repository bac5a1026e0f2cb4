"""Documents become objects, and a value out of range is named with its line."""

from __future__ import annotations

import json

import pytest

from tightdp.errors import InvalidInput
from tightdp.mechanisms import EpsilonDelta, Gaussian, Laplace, RandomizedResponse, Together
from tightdp.relations import AddRemove, Substitute
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement
from tightdp.spec.read import parse_document
from tightdp.spec.run import Run, build_run

RUN = """\
relation = "substitute"
group_size = 2
delta = 1e-5

[[phase]]
steps = 10
mechanism = { type = "gaussian", noise_multiplier = 1.1, substitution_sensitivity = 1 }
scheme = { type = "poisson", rate = 0.01 }

[[phase]]
steps = 20
mechanism = { type = "randomized-response", truth_probability = 0.75, categories = 3 }
scheme = { type = "without-replacement", dataset_size = 100, batch_size = 10 }
"""
ONE = """\
[[phase]]
steps = 0
mechanism = { type = "epsilon-delta", epsilon = 1 }
scheme = { type = "full-batch" }
"""


def built(text: str) -> Run:
    return build_run(*parse_document(text, "run.toml", "toml"))


def test_a_document_becomes_a_program_a_relation_and_a_delta() -> None:
    run = built(RUN)
    assert [(step.mechanism, step.scheme, steps) for step, steps in run.program.parts] == [
        (Gaussian(1.1, substitution_sensitivity=1.0), Poisson(0.01), 10),
        (RandomizedResponse(0.75, categories=3), WithoutReplacement(100, 10), 20),
    ]
    assert run.program.steps == 30
    assert run.relation == Substitute(2)
    assert run.delta == 1e-5


def test_zero_steps_are_allowed() -> None:
    run = built(ONE)
    assert run.program.steps == 0
    assert (run.relation, run.delta) == (AddRemove(1), None)
    ((step, _),) = built(ONE.replace("steps = 0", "steps = 3")).program.parts
    assert (step.mechanism, step.scheme) == (EpsilonDelta(1.0), FullBatch())


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("steps = 20", "steps = -1", r"run.toml:11: phase\[1\].steps must be a whole number >= 0, got -1"),
        ("= 1.1", "= -1", r"run.toml:7: phase\[0\].mechanism.noise_multiplier must be .*got -1.0"),
        ("= 1.1", "= nan", r"run.toml:7: phase\[0\].mechanism.noise_multiplier must be .*got nan"),
        ("= 1.1", "= inf", r"run.toml:7: phase\[0\].mechanism.noise_multiplier must be .*got inf"),
        (
            "sensitivity = 1",
            "sensitivity = -1",
            r"run.toml:7: phase\[0\].mechanism.substitution_sensitivity must be",
        ),
        ("= 0.75", "= 1.75", r"run.toml:12: phase\[1\].mechanism.truth_probability must be .*got 1.75"),
        ("= 0.01", "= 1.01", r"run.toml:8: phase\[0\].scheme.rate must be .*got 1.01"),
        (
            "batch_size = 10",
            "batch_size = 101",
            r"run.toml:13: phase\[1\].scheme.batch_size must be .*got 101",
        ),
        ("batch_size = 10", "batch_size = -1", r"run.toml:13: phase\[1\].scheme.batch_size must be .*got -1"),
        ("group_size = 2", "group_size = 0", "run.toml:2: group_size must be a whole number >= 1, got 0"),
        ("delta = 1e-5", "delta = 1", r"run.toml:3: delta must be a number in \[0, 1\), got 1.0"),
        ("delta = 1e-5", "delta = -1e-9", r"run.toml:3: delta must be a number in \[0, 1\), got -1e-09"),
        ("delta = 1e-5", "delta = nan", r"run.toml:3: delta must be a number in \[0, 1\), got nan"),
    ],
)
def test_a_value_out_of_range_is_named_with_its_line(old: str, new: str, expected: str) -> None:
    assert old in RUN
    with pytest.raises(InvalidInput, match=expected):
        built(RUN.replace(old, new, 1))


def test_delta_zero_is_allowed() -> None:
    assert built(RUN.replace("1e-5", "0")).delta == 0.0


def test_an_empty_list_of_phases_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"run.toml:2: phase must be a list of at least one phase, got \[\]"):
        built("delta = 0.1\nphase = []\n")


TOGETHER = """
[[phase]]
steps = 10
mechanism = { type = "together", mechanisms = [
  { type = "gaussian", noise_multiplier = 1.1 },
  { type = "laplace", scale = 5.0 },
] }
scheme = { type = "poisson", rate = 0.01 }
"""


def test_several_releases_about_one_batch() -> None:
    run = build_run(*parse_document(TOGETHER, "run.toml", "toml"))
    ((step, steps),) = run.program.parts
    assert (step.mechanism, steps) == (Together((Gaussian(1.1), Laplace(5.0))), 10)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            "scale = 5.0",
            "scale = -5.0",
            r"run.toml:6: phase\[0\].mechanism.mechanisms\[1\].scale must be a finite number",
        ),
        ('"laplace"', '"laplas"', r"mechanisms\[1\].type must be one of gaussian, laplace, .* Did you mean 'laplace'"),
        ('"laplace"', '"together"', r"mechanisms\[1\].type must be one of gaussian, laplace, "),
        ("scale", "scal", r"mechanisms\[1\].scal: the key must be one of type, scale, substitution_sensitivity"),
        ('{ type = "laplace", scale = 5.0 }', "5", r"phase\[0\].mechanism.mechanisms\[1\] must be a table, got 5"),
    ],
)
def test_a_mistake_in_one_of_several_releases_has_its_place(old: str, new: str, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        build_run(*parse_document(TOGETHER.replace(old, new), "run.toml", "toml"))


def test_no_release_at_all() -> None:
    empty: dict[str, object] = {"type": "together", "mechanisms": []}
    phase: dict[str, object] = {"steps": 1, "mechanism": empty, "scheme": {"type": "full-batch"}}
    with pytest.raises(InvalidInput, match=r"phase\[0\].mechanism.mechanisms must be a list of at least one mechanism"):
        build_run(*parse_document(json.dumps({"phase": [phase]}), "run.json", "json"))
