"""Each kind of mistake in a file, with the line and the nearest word that the error names."""

from __future__ import annotations

import pytest

from tightdp.errors import InvalidInput
from tightdp.spec.read import parse_document

RUN = """\
relation = "add-remove"
delta = 1e-5

[[phase]]
steps = 10
mechanism = { type = "gaussian", noise_multiplier = 1.1 }
scheme = { type = "poisson", rate = 0.01 }

[[phase]]
name = "second"
steps = 20

[phase.mechanism]
type = "epsilon-delta"
epsilon = 0.1
unit = "either"

[phase.scheme]
type = "without-replacement"
dataset_size = 100
batch_size = 10
"""


def fault(old: str, new: str) -> str:
    assert old in RUN
    with pytest.raises(InvalidInput) as caught:
        parse_document(RUN.replace(old, new, 1), "run.toml", "toml")
    return str(caught.value)


def test_the_document_itself_is_right() -> None:
    document, _ = parse_document(RUN, "run.toml", "toml")
    assert [phase.steps for phase in document.phase] == [10, 20]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("relation =", "relaton =", "run.toml:1: relaton: the key must be one of phase, version, relation, "),
        ("relation =", "relaton =", "got 'relaton'. Did you mean 'relation'?"),
        (
            "name =",
            "nme =",
            "run.toml:10: phase[1].nme: the key must be one of mechanism, scheme, steps, name",
        ),
        ("rate =", "rte =", "run.toml:7: phase[0].scheme.rte: the key must be one of type, rate, "),
        ("noise_multiplier =", "noise_multiplyer =", "Did you mean 'noise_multiplier'?"),
        ("batch_size =", "Batch-Size =", "run.toml:21: phase[1].scheme.Batch-Size: the key"),
        ("batch_size =", "Batch-Size =", "Did you mean 'batch_size'?"),
        (
            "epsilon =",
            "zzz =",
            "run.toml:15: phase[1].mechanism.zzz: the key must be one of type, epsilon, delta",
        ),
    ],
)
def test_unknown_keys_have_line_and_nearest_key(old: str, new: str, expected: str) -> None:
    assert expected in fault(old, new)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("delta = 1e-5", 'delta = "1e-5"', "run.toml:2: delta must be a number, got '1e-5'"),
        ("steps = 10", "steps = 10.0", "run.toml:5: phase[0].steps must be a whole number without point or "),
        ("steps = 10", "steps = 2.5", "exponent, got 2.5"),
        ("steps = 10", "steps = true", "run.toml:5: phase[0].steps must be a whole number without point or"),
        ("steps = 10", "steps = nan", "run.toml:5: phase[0].steps must be a whole number without point or"),
        ('name = "second"', "name = 3", "run.toml:10: phase[1].name must be text, got 3"),
        (
            "noise_multiplier = 1.1",
            "noise_multiplier = true",
            "phase[0].mechanism.noise_multiplier must be a number",
        ),
        (
            "noise_multiplier = 1.1",
            "noise_multiplier = [1]",
            "run.toml:6: phase[0].mechanism.noise_multiplier",
        ),
        (
            "dataset_size = 100",
            "dataset_size = 1979-05-27",
            "run.toml:20: phase[1].scheme.dataset_size must be a whole",
        ),
        (
            'scheme = { type = "poisson", rate = 0.01 }',
            "scheme = 0.01",
            "phase[0].scheme must be a table, got 0.01",
        ),
    ],
)
def test_wrong_types_have_line_and_expected_type(old: str, new: str, expected: str) -> None:
    assert expected in fault(old, new)


def test_a_single_phase_table_is_told_to_be_a_list() -> None:
    with pytest.raises(
        InvalidInput, match=r"phase must be a list of tables, got .* Write \[\[phase\]\] above each phase"
    ):
        parse_document("[phase]\nsteps = 1\n", "run.toml", "toml")


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "steps = 20\n",
            "",
            "run.toml:9: phase[1] must be a table with the key 'steps', got ['name', 'mechanism'",
        ),
        (
            'type = "without-replacement"\n',
            "",
            "run.toml:18: phase[1].scheme must be a table with the key 'type'",
        ),
        (
            'type = "without-replacement"\n',
            "",
            "type is one of full-batch, poisson, without-replacement, with-",
        ),
        (
            ", rate = 0.01",
            "",
            "run.toml:7: phase[0].scheme must be a table with the key 'rate', got ['type']",
        ),
    ],
)
def test_missing_keys_have_the_line_of_their_table(old: str, new: str, expected: str) -> None:
    assert expected in fault(old, new)


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            '"add-remove"',
            '"addremove"',
            "run.toml:1: relation must be one of add-remove, insert, remove, substitute",
        ),
        ('"add-remove"', '"addremove"', "Did you mean 'add-remove'?"),
        (
            '"add-remove"',
            "3",
            "run.toml:1: relation must be one of add-remove, insert, remove, substitute, got 3",
        ),
        ('"poisson"', '"Poison"', "run.toml:7: phase[0].scheme.type must be one of full-batch, poisson, "),
        ('"poisson"', '"Poison"', "Did you mean 'poisson'?"),
        ('"poisson"', "3", "phase[0].scheme.type must be one of full-batch, poisson, without-replacement, "),
        (
            '"either"',
            '"both"',
            "run.toml:16: phase[1].mechanism.unit must be one of either, add-remove, substitute",
        ),
    ],
)
def test_unknown_words_have_line_and_nearest_word(old: str, new: str, expected: str) -> None:
    assert expected in fault(old, new)


def test_a_number_that_no_float_can_hold_is_refused() -> None:
    with pytest.raises(
        InvalidInput, match=r"run.toml:1: delta must be of another kind or size, got 1000.* out of range"
    ):
        parse_document(f"delta = 1{'0' * 400}\nphase = []", "run.toml", "toml")


def test_an_empty_document_lacks_its_phases() -> None:
    with pytest.raises(InvalidInput, match="the document must be a table with the key 'phase', got 'nothing'"):
        parse_document("", "run.toml", "toml")


def test_a_document_that_is_no_table_is_refused() -> None:
    with pytest.raises(InvalidInput, match=r"run.json:1 must be a table, got \[3\]"):
        parse_document("[3]", "run.json", "json")
