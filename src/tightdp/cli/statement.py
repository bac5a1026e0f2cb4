"""``tightdp statement``: what a run promises, to whom, and what it rests on."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from tightdp.cli.run_options import ASKED, SHOWN, RunOptions, takes_run_options
from tightdp.errors import InvalidInput


@takes_run_options
def statement(
    options: RunOptions,
    *,
    delta: Annotated[
        float | None,
        typer.Option("--delta", metavar="D", help="delta, below 1 (default: the run file's).", rich_help_panel=ASKED),
    ] = None,
    unit: Annotated[
        str | None,
        typer.Option(
            "--unit",
            metavar="WORD",
            help="What is protected, one of n (default: record, or user where a plan counts users).",
            rich_help_panel=ASKED,
        ),
    ] = None,
    selected_among: Annotated[
        int,
        typer.Option(
            "--selected-among",
            metavar="M",
            help="How many runs there were, if this one was chosen among them.",
            rich_help_panel=ASKED,
        ),
    ] = 1,
    markdown: Annotated[
        bool, typer.Option("--markdown", help="Write Markdown instead of a table.", rich_help_panel=SHOWN)
    ] = False,
) -> None:
    """A privacy statement: guarantee, who is protected, assumptions, method, and what is not covered."""
    from tightdp.cli.caution import warn
    from tightdp.cli.output import write_output
    from tightdp.cli.question import ask
    from tightdp.cli.statement_output import statement_output
    from tightdp.cli.working import working
    from tightdp.report.privacy_statement import privacy_statement

    with working("composing"):
        question = ask(options, delta)
        asked = question.run.delta
        if asked is None:
            raise InvalidInput("--delta", "nothing", "given", "A delta far below 1 / number of records is usual")
        try:
            made = privacy_statement(
                question.answer,
                asked,
                unit=question.unit if unit is None else unit,
                reasons=question.reasons,
                assumptions=question.granted,
                selected_among=selected_among,
            )
        except InvalidInput as error:
            name = f"--{error.name.replace('_', '-')}"
            raise InvalidInput(name, error.value, error.allowed, error.hint) from None
    warn(question.warnings)
    if markdown:
        sys.stdout.write(made.markdown)
    else:
        write_output(statement_output(question, made), options.format)
