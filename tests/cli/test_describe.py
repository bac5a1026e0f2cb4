from __future__ import annotations

import pytest

from tightdp.cli.choices import RelationChoice
from tightdp.cli.describe import assumptions, document_in_words, neighbours_in_words, phases_in_words, relation_in_words
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions
from tightdp.relations import AddRemove, Substitute


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (
            RunOptions(gaussian=1.1, poisson=256 / 60000),
            "1 x gaussian (noise_multiplier 1.1) on poisson (rate 0.00426667)",
        ),
        (
            RunOptions(randomized_response=0.75, categories=3, steps=2),
            "2 x randomized-response (truth_probability 0.75, categories 3) on full-batch",
        ),
        (
            RunOptions(laplace=2.0, substitution_sensitivity=1.0, with_replacement=(90, 100)),
            "1 x laplace (scale 2, substitution_sensitivity 1) on with-replacement (dataset_size 90, batch_size 100)",
        ),
        (
            RunOptions(gaussian=1.1, laplace=5.0, together=True),
            "1 x [gaussian (noise_multiplier 1.1) and laplace (scale 5)] together on full-batch",
        ),
    ],
)
def test_a_phase_is_told_by_what_was_given(options: RunOptions, words: str) -> None:
    assert phases_in_words(ask(options)) == [words]


def test_a_relation_says_how_many_records() -> None:
    assert relation_in_words(ask(RunOptions(laplace=1.0))) == "add-remove, one record"
    options = RunOptions(laplace=1.0, relation=RelationChoice.SUBSTITUTE, group_size=4)
    assert relation_in_words(ask(options)) == "substitute, groups of 4 records"


def test_what_only_the_user_can_make_true_is_said() -> None:
    plain = assumptions(ask(RunOptions(laplace=1.0)))
    assert len(plain) == 2
    told = assumptions(ask(RunOptions(laplace=1.0, poisson=0.1, group_size=3)))
    assert "batches are drawn afresh in each step exactly as said (poisson), and stay secret" in told
    assert "nobody has more than 3 of the records; enforcing that is up to you" in told


def test_a_relation_alone_is_in_words() -> None:
    assert neighbours_in_words(Substitute()) == "substitute, one record"
    assert neighbours_in_words(AddRemove(4)) == "add-remove, groups of 4 records"


def test_a_document_alone_is_in_words() -> None:
    question = ask(RunOptions(laplace=2.0, full_batch=True, steps=3))
    assert document_in_words(question.document) == ["3 x laplace (scale 2) on full-batch"] == phases_in_words(question)
