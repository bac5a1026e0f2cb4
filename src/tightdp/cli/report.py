"""``tightdp report``: one self-contained HTML page about a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tightdp.cli.run_options import ASKED, SHOWN, RunOptions, takes_run_options
from tightdp.errors import InvalidInput


@takes_run_options
def report(
    options: RunOptions,
    *,
    delta: Annotated[
        float | None,
        typer.Option("--delta", metavar="D", help="delta, below 1 (default: the run file's).", rich_help_panel=ASKED),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar="FILE", help="The page: an .html file.", rich_help_panel=SHOWN),
    ] = None,
) -> None:
    """A page to keep: statement, bounds, theorems, plots, and the input; or its numbers with --format json or csv."""
    import sys

    from tightdp.cli.caution import warn
    from tightdp.cli.choices import FormatChoice, RouteChoice
    from tightdp.cli.figured import figured
    from tightdp.cli.output import write_output
    from tightdp.cli.report_output import report_output
    from tightdp.cli.working import progress_of
    from tightdp.report.html_page import html_page, write_page

    if options.route is not RouteChoice.TIGHTEST:
        raise InvalidInput("--route", options.route.value, "left out: a report compares every route")
    if output is None and options.format is FormatChoice.TABLE:
        raise InvalidInput("--output", "nothing", "given, for instance -o report.html", "Or ask for --format json")
    if output is not None and (output.suffix.lower() not in {".html", ".htm"} or not output.parent.is_dir()):
        raise InvalidInput("--output", str(output), "a file whose name ends in .html, in a folder that exists")
    question, run = figured(options, delta)
    with progress_of("reporting") as progress:
        answer = report_output(question, run, options, progress)
    warn(answer.record["warnings"])
    if output is not None:
        write_page(html_page(answer.record), output)
        sys.stderr.write(f"wrote {output}\n")
    if options.format is not FormatChoice.TABLE:
        write_output(answer, options.format)
