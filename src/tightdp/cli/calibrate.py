"""``tightdp calibrate``: one unknown of a run, for a target."""

from __future__ import annotations

from typing import Annotated

import typer

from tightdp.cli.choices import FindChoice
from tightdp.cli.run_options import ASKED, RunOptions, takes_run_options

_FIND = (
    "The unknown. What is given in its place is a start; several noises or rates keep their ratio, and steps are those "
    "of the last phase."
)
_EPSILON = "Target: at most this epsilon at --delta."
_DELTA = "delta of the target, below 1 (default: the run file's)."
_ADVANTAGE = "Target: at most this advantage of any membership test."
_FPR = "Target: a test with this false positive rate ..."
_FNR = "... misses at least this often."


@takes_run_options
def calibrate(
    options: RunOptions,
    *,
    what: Annotated[
        FindChoice,
        typer.Option("--find", help=_FIND, rich_help_panel=ASKED),
    ],
    epsilon: Annotated[
        float | None, typer.Option("--epsilon", metavar="E", help=_EPSILON, rich_help_panel=ASKED)
    ] = None,
    delta: Annotated[float | None, typer.Option("--delta", metavar="D", help=_DELTA, rich_help_panel=ASKED)] = None,
    advantage: Annotated[
        float | None, typer.Option("--advantage", metavar="A", help=_ADVANTAGE, rich_help_panel=ASKED)
    ] = None,
    false_positive_rate: Annotated[
        float | None, typer.Option("--false-positive-rate", metavar="A", help=_FPR, rich_help_panel=ASKED)
    ] = None,
    false_negative_rate: Annotated[
        float | None, typer.Option("--false-negative-rate", metavar="B", help=_FNR, rich_help_panel=ASKED)
    ] = None,
) -> None:
    """The least noise, largest rate or batch, most steps, smallest delta or largest group that meets a target."""
    from tightdp.cli.calibrate_output import calibrate_output, calibrate_warnings
    from tightdp.cli.caution import warn
    from tightdp.cli.find import Search, find
    from tightdp.cli.output import write_output
    from tightdp.cli.question import Question, described
    from tightdp.cli.target_options import TargetOptions
    from tightdp.cli.working import working
    from tightdp.errors import InvalidInput
    from tightdp.spec import build_run

    with working("calibrating"):
        document, names, assumed = described(options, delta)
        wanted = TargetOptions(epsilon, document.delta, advantage, false_positive_rate, false_negative_rate)
        wanted.refuse_unused(delta)
        try:
            found, at_value = find(what, Search(document, names, wanted, options.rtol, options.route.value))
        except InvalidInput as error:
            words = {"rtol": "--rtol", "epsilon": "--epsilon", "group_size": names.subject(("group_size",))}
            raise InvalidInput(words.get(error.name, error.name), error.value, error.allowed, error.hint) from None
        expected = [
            sentence for sentence in assumed if not (what is FindChoice.STEPS and sentence.startswith("--steps"))
        ]
        question = Question(at_value, build_run(at_value, names), found.answer, tuple(expected))
        warnings = [*expected, *calibrate_warnings(found)]
        output = calibrate_output(question, what, found, warnings)
    warn(warnings)
    write_output(output, options.format)
