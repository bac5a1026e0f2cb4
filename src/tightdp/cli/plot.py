"""``tightdp plot``: one figure about a run, for a paper."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tightdp.cli.choices import FigureChoice
from tightdp.cli.run_options import ASKED, SHOWN, RunOptions, takes_run_options
from tightdp.errors import InvalidInput


@takes_run_options
def plot(
    options: RunOptions,
    *,
    kind: Annotated[FigureChoice, typer.Option("--kind", help="Which figure.", rich_help_panel=ASKED)] = (
        FigureChoice.PROFILE
    ),
    delta: Annotated[
        float | None,
        typer.Option("--delta", metavar="D", help="delta, below 1 (default: the run file's).", rich_help_panel=ASKED),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The picture: .svg, .pdf or .png.", rich_help_panel=SHOWN),
    ] = None,
) -> None:
    """A figure for a paper: profile, trade-off curve, or epsilon over steps, group size or noise."""
    import sys

    from tightdp.cli.caution import warn
    from tightdp.cli.choices import FormatChoice
    from tightdp.cli.figured import figured
    from tightdp.cli.output import Output, write_output
    from tightdp.cli.report_output import figure_sheet
    from tightdp.cli.working import working
    from tightdp.report import checked_plot_path
    from tightdp.report.figure_plot import plot_figure
    from tightdp.report.figure_record import figure_record
    from tightdp.report.run_figures import run_figure

    if output is None:
        raise InvalidInput("--output", "nothing", "given, for instance -o figure.pdf")
    target = checked_plot_path(output)
    question, run = figured(options, delta)
    with working("drawing"):
        figure = run_figure(run, kind.value)
        plot_figure(figure, target)
    warn(question.warnings)
    sys.stderr.write(f"wrote {target}\n")
    if options.format is not FormatChoice.TABLE:
        write_output(Output((), figure_record(figure), figure_sheet([figure])), options.format)
