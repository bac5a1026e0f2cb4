"""``tightdp compare``: epsilon by every bound that is known here."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tightdp.cli.run_options import ASKED, SHOWN, RunOptions, takes_run_options
from tightdp.errors import InvalidInput


@takes_run_options
def compare(
    options: RunOptions,
    *,
    delta: Annotated[
        float | None,
        typer.Option("--delta", metavar="D", help="delta, below 1 (default: the run file's).", rich_help_panel=ASKED),
    ] = None,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE", help="Also draw a picture: .svg, .png or .pdf.", rich_help_panel=SHOWN),
    ] = None,
) -> None:
    """The answer beside every classical bound, the smallest first, with the reason where one does not apply."""
    from tightdp.baselines import compare as compare_bounds
    from tightdp.cli.caution import epsilon_warnings, infinity_reason, warn
    from tightdp.cli.choices import RouteChoice
    from tightdp.cli.compare_output import compare_output, write_comparison_picture
    from tightdp.cli.output import write_output
    from tightdp.cli.question import ask
    from tightdp.cli.working import working
    from tightdp.report import checked_plot_path

    if options.route is not RouteChoice.TIGHTEST:
        raise InvalidInput("--route", options.route.value, "left out: a comparison takes every route")
    target = None if plot is None else checked_plot_path(plot)
    with working("comparing"):
        question = ask(options, delta)
        asked = question.run.delta
        if asked is None:
            raise InvalidInput("--delta", "nothing", "given", "A delta far below 1 / number of records is usual")
        comparison = compare_bounds(question.run.program, question.run.relation, asked, rtol=options.rtol)
        bound = question.answer.epsilon(asked)
        warnings = [*question.warnings, *epsilon_warnings(bound, infinity_reason(question.answer, asked, bound))]
        output = compare_output(question, comparison, warnings)
    if target is not None:
        write_comparison_picture(question, comparison, target)
    warn(warnings)
    write_output(output, options.format)
