"""``tightdp audit``: a lower end of epsilon from runs that are really made, beside the account."""

from __future__ import annotations

from typing import Annotated

import typer

from tightdp.cli.choices import BatchesChoice
from tightdp.cli.run_options import ASKED, RunOptions, takes_run_options
from tightdp.errors import InvalidInput

CONTRADICTED = 4


@takes_run_options
def audit(
    options: RunOptions,
    *,
    delta: Annotated[
        float | None,
        typer.Option("--delta", metavar="D", help="delta, below 1 (default: the run file's).", rich_help_panel=ASKED),
    ] = None,
    runs: Annotated[
        int, typer.Option("--runs", metavar="N", help="Runs on each of the two data sets.", rich_help_panel=ASKED)
    ] = 100_000,
    confidence: Annotated[
        float,
        typer.Option("--confidence", metavar="C", help="Probability that the bound holds.", rich_help_panel=ASKED),
    ] = 0.95,
    seed: Annotated[
        int | None,
        typer.Option("--seed", metavar="S", help="Seed of every draw (default: a new one).", rich_help_panel=ASKED),
    ] = None,
    batches: Annotated[
        BatchesChoice,
        typer.Option(
            "--batches",
            help="Draw batches by the scheme's sampler, or only the changed records in them by its law.",
            rich_help_panel=ASKED,
        ),
    ] = BatchesChoice.AUTO,
) -> None:
    """Run the worst inputs that are known and bound epsilon from below; exit code 4 if that contradicts the account."""
    from tightdp.auditing import AuditPlan
    from tightdp.auditing import audit as run_audit
    from tightdp.cli.audit_output import audit_output
    from tightdp.cli.caution import warn
    from tightdp.cli.output import write_output
    from tightdp.cli.question import ask
    from tightdp.cli.working import progress_of, working

    with working("composing"):
        question = ask(options, delta)
        asked = question.run.delta
        if asked is None:
            raise InvalidInput("--delta", "nothing", "given", "An audit sees little at a delta far below 1 / --runs")
        claimed = question.answer.epsilon(asked)
    try:
        plan = AuditPlan(asked, runs, confidence, seed)
        with progress_of("running") as progress:
            result = run_audit(
                question.run.program,
                question.run.relation,
                delta=plan.delta,
                runs=plan.runs,
                confidence=plan.confidence,
                seed=plan.seed,
                batches=batches.value,
                progress=progress,
            )
    except InvalidInput as error:
        raise InvalidInput(f"--{error.name}", error.value, error.allowed, error.hint) from None
    verdict = result.consistent_with(claimed.upper)
    warn(question.warnings)
    write_output(audit_output(question, result, claimed), options.format)
    if not verdict:
        warn([str(verdict)])
        raise typer.Exit(CONTRADICTED)
