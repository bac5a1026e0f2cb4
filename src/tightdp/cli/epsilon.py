"""``tightdp epsilon``: epsilon for a delta."""

from __future__ import annotations

from typing import Annotated

import typer

from tightdp.cli.run_options import ASKED, RunOptions, takes_run_options
from tightdp.errors import InvalidInput


@takes_run_options
def epsilon(
    options: RunOptions,
    *,
    delta: Annotated[
        float | None,
        typer.Option("--delta", metavar="D", help="delta, below 1 (default: the run file's).", rich_help_panel=ASKED),
    ] = None,
) -> None:
    """The smallest epsilon for a delta, with a lower and an upper end."""
    from tightdp.cli.answer_output import Found, answer_output
    from tightdp.cli.caution import epsilon_warnings, infinity_reason, warn
    from tightdp.cli.filtered_ledger import filtered_ledger
    from tightdp.cli.filtered_output import filtered_output
    from tightdp.cli.output import write_output
    from tightdp.cli.question import ask
    from tightdp.cli.working import working

    if ledger := filtered_ledger(options, delta):
        warn(ledger.warnings)
        write_output(filtered_output(ledger), options.format)
        return
    with working("composing"):
        question = ask(options, delta)
        asked = question.run.delta
        if asked is None:
            raise InvalidInput("--delta", "nothing", "given", "A delta far below 1 / number of records is usual")
        bound = question.answer.epsilon(asked)
        because = question.answer.why(bound)
        reason = infinity_reason(question.answer, asked, bound)
        found = Found("epsilon", bound, ("delta", asked), because, reason)
        warnings = [*question.warnings, *epsilon_warnings(bound, reason)]
        output = answer_output(question, found, warnings)
    warn(warnings)
    write_output(output, options.format)
