"""A question that has a delta, with what its figures are about."""

from __future__ import annotations

from tightdp.cli.question import Question, ask
from tightdp.cli.run_options import RunOptions
from tightdp.cli.working import working
from tightdp.errors import InvalidInput
from tightdp.report.run_figures import FiguredRun


def figured(options: RunOptions, delta: float | None) -> tuple[Question, FiguredRun]:
    """Account for a run and find its epsilon.

    Parameters
    ----------
    options
        The shared options.
    delta
        ``--delta``, or ``None`` to take the run file's.

    Returns
    -------
    tuple
        The question, and the run with its epsilon.

    Raises
    ------
    InvalidInput
        If no delta is given.
    """
    with working("composing"):
        question = ask(options, delta)
        asked = question.run.delta
        if asked is None:
            raise InvalidInput("--delta", "nothing", "given", "A delta far below 1 / number of records is usual")
        return question, FiguredRun(question.answer, asked, question.answer.epsilon(asked))
