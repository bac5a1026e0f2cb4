"""Names that stay, warnings to act on, keywords that are known, and few dependencies."""

from __future__ import annotations

import inspect
import re
import tomllib
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import tightdp
from cases.runs import ONE, sampled
from tightdp import Gaussian, InvalidInput, Ledger, Poisson, Step, TrainingPlan, WithoutReplacement, account
from tightdp.cli import main
from tightdp.spec import from_document, to_document

FOLDER = Path(__file__).parent
ROOT = FOLDER.parents[1]
CALLS = [line for line in (FOLDER / "public_calls.txt").read_text(encoding="utf-8").splitlines() if line[0] != "#"]


@pytest.mark.parametrize("line", CALLS)
def test_j4_a_call_keeps_its_name_its_order_and_its_keywords(line: str) -> None:
    name, _, inside = line.removesuffix(")").partition("(")
    before, star, after = inside.partition("*")
    positional = [word for word in before.split(", ") if word]
    keywords = [word for word in after.split(", ") if word]
    found = inspect.signature(attrgetter(name)(tightdp)).parameters
    in_order = [one.name for one in found.values() if one.kind is one.POSITIONAL_OR_KEYWORD and one.name != "self"]
    assert in_order[: len(positional)] == positional
    assert set(keywords) <= set(found), star
    new = [one for one in found.values() if one.name not in {*positional, *keywords, "self"}]
    assert all(one.default is not one.empty for one in new), "what is new has a default"


# words of a command: the beginnings of its warnings, each with cause, size of the effect and remedy
WARNINGS: dict[str, tuple[str, ...]] = {
    "epsilon --gaussian 1 --delta 1e-5": ("--steps was not given", "no scheme was given"),
    "epsilon --gaussian 0.01 --full-batch --steps 10 --delta 1e-5": ("epsilon is 5.1",),
    "epsilon --gaussian 0 --full-batch --steps 1 --delta 1e-5": ("epsilon is infinite: the run gives a record away",),
    "epsilon --gaussian 1 --full-batch --steps 1 --delta 0": ("epsilon is infinite: the privacy loss of this run has",),
    "epsilon --gaussian 1 --without-replacement 1000 10 --steps 1 --relation substitute --group-size 11 --delta 1e-3": (
        "delta 0.001 is not below 1/1000",
        "a group of 11 records is larger than a batch of 10",
    ),
    "calibrate --find rate --gaussian 9 --poisson 0.1 --steps 1 --epsilon 5 --delta 1e-5": (
        "the target allows more than rate 1",
    ),
    "sweep --gaussian 1 --poisson 0.1 --steps 1 --delta 1e-5 --vary rate=0.1,2": ("1 of 2 points have no answer",),
}
SHAPE = re.compile(r"warning: [^:;]+.*: [^;]+; .+")


@pytest.mark.parametrize("words", WARNINGS)
def test_j4_a_warning_has_a_cause_an_effect_and_a_remedy(capsys: pytest.CaptureFixture[str], words: str) -> None:
    assert main(words.split()) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("warning: ")]
    assert len(told) == len(WARNINGS[words])
    for line, begins in zip(told, WARNINGS[words], strict=True):
        assert line.startswith(f"warning: {begins}")
        assert SHAPE.fullmatch(line)


def test_j4_a_ledger_that_was_cut_says_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with Ledger.open(tmp_path / "run.jsonl", ONE) as ledger:
        ledger.append(Step(Gaussian(1.0), Poisson(0.01)), 2)
    with (tmp_path / "run.jsonl").open("ab") as file:
        file.write(b'{"torn')
    assert main(["epsilon", str(tmp_path / "run.jsonl"), "--delta", "1e-5"]) == 0
    (line,) = capsys.readouterr().err.splitlines()
    assert "1 entries are kept; line 3 was never finished (6 bytes) and does not count" in line
    assert line.endswith("if its step did run, append it again")


def test_j4_a_plan_warns_in_the_same_words() -> None:
    loop: dict[str, Any] = {"dataset_size": 100, "batch_size": 2, "updates": 1, "records_per_user": 3, "delta": 0.01}
    made = TrainingPlan(sampling="poisson", neighbours="add-remove", noise_multiplier=1.0, **loop)
    assert len(made.warnings(epsilon=101.0)) == 3
    assert all(SHAPE.fullmatch(f"warning: {told}") for told in made.warnings(epsilon=101.0))


def test_j5_an_unknown_keyword_is_an_error() -> None:
    wrong: dict[str, Any] = {"sampling": "poisson"}
    with pytest.raises(TypeError, match="unexpected keyword argument 'sampling'"):
        account(sampled(0.01, 1.0, 10), ONE, **wrong)
    with pytest.raises(TypeError, match="unexpected keyword argument 'sampling'"):
        Poisson(0.01, **wrong)
    loop: dict[str, Any] = {
        "dataset_size": 9,
        "batch_size": 3,
        "updates": 1,
        "neighbours": "add-remove",
        "poisson": True,
    }
    with pytest.raises(TypeError, match="unexpected keyword argument 'poisson'"):
        TrainingPlan(sampling="poisson", **loop)
    document = to_document(sampled(0.01, 1.0, 10), ONE)
    with pytest.raises(InvalidInput, match=r"the key must be one of .* got 'samplng'"):
        from_document({**document, "samplng": "poisson"})


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("epsilon --gaussian 1 --sampling poisson", "No such option"),
        ("epsilon --gaussian 1 --categories 3 --full-batch", "--categories must be left out with --gaussian"),
        ("epsilon --gaussian 1 --poisson 0.1 --full-batch", "the scheme must be one flag"),
        ("epsilon run.toml --poisson 0.1", "given by a run file or by flags, not by both"),
        ("sweep --gaussian 1 --vary rate=0.1 --epsilon 1", "--delta must be left out with --epsilon"),
        ("calibrate --find noise --gaussian 1 --advantage 0.1", "--delta must be left out with --advantage"),
    ],
)
def test_j5_an_option_that_would_not_be_used_is_an_error(
    capsys: pytest.CaptureFixture[str], words: str, said: str
) -> None:
    assert main([*words.split(), "--steps", "10", "--delta", "1e-5"]) == 2
    assert said in capsys.readouterr().err


def test_j5_a_field_of_a_plan_that_would_not_be_used_is_an_error() -> None:
    made: dict[str, Any] = {"dataset_size": 100, "updates": 1, "neighbours": "substitute", "noise_multiplier": 1.0}
    with pytest.raises(InvalidInput, match="largest_rate must be left out unless sampling is 'poisson'"):
        TrainingPlan(**made, batch_size=10, sampling="without-replacement", largest_rate=0.2)
    with pytest.raises(InvalidInput, match="batch_size must be left out for full batches"):
        TrainingPlan(**made, batch_size=10, sampling="full-batch")
    with pytest.raises(TypeError, match="rate"):
        WithoutReplacement(100, 10, rate=0.1)  # type: ignore[call-arg]


@pytest.mark.parametrize("form", ["table", "json", "csv"])
@pytest.mark.parametrize(
    "words",
    [
        "epsilon --delta 1e-5",
        "delta --epsilon 1",
        "profile --points 3",
        "explain",
        "compare --delta 1e-5",
        "statement --delta 1e-5",
        "calibrate --find noise --epsilon 1 --delta 1e-5",
    ],
)
def test_e6_the_relation_is_in_every_result(capsys: pytest.CaptureFixture[str], words: str, form: str) -> None:
    run = "--gaussian 1 --full-batch --steps 2 --relation substitute --rtol 0.01 --format"
    assert main([*words.split(), *run.split(), form]) == 0
    assert "substitut" in capsys.readouterr().out


def test_i6_few_dependencies_and_nothing_to_compile() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    names = {re.split(r"[^\w-]", need)[0] for need in project["project"]["dependencies"]}
    assert names <= {"numpy", "scipy", "typer", "rich", "msgspec"}
    assert project["build-system"]["requires"] == ["hatchling>=1.26"]
    compiled = {".c", ".cc", ".cpp", ".cu", ".pyx", ".pyd", ".rs", ".so"}
    assert not [path for path in (ROOT / "src").rglob("*") if path.suffix in compiled]
