"""``tightdp sweep``: a grid over the parameters of a run."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tightdp.cli.run_options import ASKED, SHOWN, RunOptions, takes_run_options

_WORKERS = "Processes that share the points (default: 1, in this process)."


@takes_run_options
def sweep(
    options: RunOptions,
    *,
    vary: Annotated[
        list[str] | None,
        typer.Option(
            "--vary",
            metavar="NAME=VALUES",
            help="May be repeated. VALUES: 0.1,0.2 or FROM:TO:POINTS or FROM:TO:POINTS:log.",
            rich_help_panel=ASKED,
        ),
    ] = None,
    delta: Annotated[
        float | None,
        typer.Option("--delta", metavar="D", help="delta, below 1 (default: the run file's).", rich_help_panel=ASKED),
    ] = None,
    epsilon: Annotated[
        float | None,
        typer.Option("--epsilon", metavar="E", help="Ask delta at this epsilon instead.", rich_help_panel=ASKED),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Rows go here, .csv or .parquet; called again, it goes on.",
            rich_help_panel=SHOWN,
        ),
    ] = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", help=_WORKERS, rich_help_panel=SHOWN)] = 1,
) -> None:
    """The answer at each point of a grid over noise, rate, steps, delta, group size or anything else."""
    from tightdp.cli.choices import FormatChoice
    from tightdp.cli.output import write_output
    from tightdp.cli.question import described
    from tightdp.cli.sweep_output import sweep_output, wrote
    from tightdp.cli.sweep_workers import axes_of, workers_of
    from tightdp.cli.working import progress_of
    from tightdp.errors import InvalidInput
    from tightdp.spec import document_as_dict
    from tightdp.sweeping import checked_results_path
    from tightdp.sweeping import sweep as run_sweep
    from tightdp.sweeping.plan_template import refuse_relation

    if delta is not None and epsilon is not None:
        raise InvalidInput("--delta", delta, "left out with --epsilon, at which delta is asked")
    axes = axes_of(vary or [])
    target = None if out is None else checked_results_path(out)
    if options.run_file is not None:
        refuse_relation(options.run_file, axes)
    document, _, assumed = described(options, delta)
    with workers_of(workers) as executor, progress_of("sweeping") as progress:
        result = run_sweep(
            document_as_dict(document),
            axes,
            out=target,
            epsilon=epsilon,
            route=options.route.value,
            rtol=options.rtol,
            executor=executor,
            progress=progress,
        )
    wrote(result, target, [words for words in assumed if "steps" not in axes or "--steps" not in words])
    if target is None or options.format is not FormatChoice.TABLE:
        write_output(sweep_output(result, document_as_dict(document)), options.format)
