"""``tightdp delta``: delta for an epsilon."""

from __future__ import annotations

from typing import Annotated

import typer

from tightdp.cli.run_options import ASKED, RunOptions, takes_run_options
from tightdp.errors import InvalidInput


@takes_run_options
def delta(
    options: RunOptions,
    *,
    epsilon: Annotated[float, typer.Option("--epsilon", metavar="E", help="epsilon in nats.", rich_help_panel=ASKED)],
) -> None:
    """The smallest delta for an epsilon, with a lower and an upper end."""
    from tightdp.cli.answer_output import Found, answer_output
    from tightdp.cli.caution import warn
    from tightdp.cli.output import write_output
    from tightdp.cli.question import ask
    from tightdp.cli.working import working

    if not epsilon >= 0.0:
        raise InvalidInput("--epsilon", epsilon, "a number >= 0")
    with working("composing"):
        question = ask(options)
        bound = question.answer.delta(epsilon)
        found = Found("delta", bound, ("epsilon", epsilon), question.answer.why(bound))
        output = answer_output(question, found, question.warnings)
    warn(question.warnings)
    write_output(output, options.format)
