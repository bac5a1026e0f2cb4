from __future__ import annotations

import pytest

from tightdp.cli.figured import figured
from tightdp.cli.run_options import RunOptions
from tightdp.errors import InvalidInput


def test_a_question_with_a_delta_has_its_epsilon() -> None:
    question, run = figured(RunOptions(laplace=2.0, full_batch=True, steps=3), 0.0)
    assert (run.delta, run.answer) == (0.0, question.answer)
    assert run.epsilon == question.answer.epsilon(0.0)


def test_without_a_delta_there_is_nothing_to_draw() -> None:
    with pytest.raises(InvalidInput, match=r"--delta must be given, got 'nothing'. A delta far below"):
        figured(RunOptions(laplace=2.0, full_batch=True, steps=3), None)
