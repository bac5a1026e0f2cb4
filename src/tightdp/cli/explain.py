"""``tightdp explain``: what an answer rests on, in words."""

from __future__ import annotations

from typing import Annotated

import typer

from tightdp.cli.run_options import ASKED, RunOptions, takes_run_options


@takes_run_options
def explain(
    options: RunOptions,
    *,
    delta: Annotated[
        float | None,
        typer.Option(
            "--delta",
            metavar="D",
            help="Also give epsilon for this delta (default: the run file's).",
            rich_help_panel=ASKED,
        ),
    ] = None,
) -> None:
    """The theorems, the route, the distances and the rounding behind an answer."""
    from tightdp.cli.caution import warn
    from tightdp.cli.explain_output import explain_output
    from tightdp.cli.output import write_output
    from tightdp.cli.question import ask
    from tightdp.cli.working import working

    with working("composing"):
        question = ask(options, delta)
        output = explain_output(question)
    warn(question.warnings)
    write_output(output, options.format)
