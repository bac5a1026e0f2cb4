"""``tightdp profile``: delta over a range of epsilon, as a table, CSV, JSON or a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tightdp.cli.run_options import ASKED, SHOWN, RunOptions, takes_run_options


@takes_run_options
def profile(
    options: RunOptions,
    *,
    delta: Annotated[
        float | None,
        typer.Option(
            "--delta",
            metavar="D",
            help="Point out this delta in the picture (default: the run file's).",
            rich_help_panel=ASKED,
        ),
    ] = None,
    epsilon: Annotated[
        list[float] | None,
        typer.Option("--epsilon", metavar="E", help="One epsilon; may be repeated.", rich_help_panel=ASKED),
    ] = None,
    start: Annotated[
        float | None,
        typer.Option("--from", metavar="E", help="Least epsilon (default: 0).", rich_help_panel=ASKED),
    ] = None,
    stop: Annotated[
        float | None,
        typer.Option(
            "--to",
            metavar="E",
            help="Largest epsilon (default: where delta is about 1e-9).",
            rich_help_panel=ASKED,
        ),
    ] = None,
    points: Annotated[
        int | None,
        typer.Option(
            "--points",
            metavar="N",
            help="Number of epsilons (default: 21, in a picture 41).",
            rich_help_panel=ASKED,
        ),
    ] = None,
    output: Annotated[
        Path | None,
        typer.Option("--output", metavar="FILE", help="Draw a picture: .svg, .png or .pdf.", rich_help_panel=SHOWN),
    ] = None,
) -> None:
    """The privacy profile: delta at each epsilon, with a lower and an upper end."""
    from tightdp.cli.caution import warn
    from tightdp.cli.choices import FormatChoice
    from tightdp.cli.epsilon_range import EpsilonRange, epsilons_of
    from tightdp.cli.output import write_output
    from tightdp.cli.profile_output import profile_output, write_picture
    from tightdp.cli.question import ask
    from tightdp.cli.working import tracked, working
    from tightdp.report import checked_plot_path

    target = None if output is None else checked_plot_path(output)
    wanted = EpsilonRange(tuple(epsilon or ()), start, stop, points, default_points=41 if target else 21)
    with working("composing"):
        question = ask(options, delta)
        epsilons = epsilons_of(wanted, question.answer)
    deltas = [question.answer.delta(each) for each in tracked(epsilons, "composing")]
    answer = profile_output(question, epsilons, deltas)
    if target is not None:
        write_picture(question, epsilons, deltas, target)
    warn(question.warnings)
    if target is None or options.format is not FormatChoice.TABLE:
        write_output(answer, options.format)
