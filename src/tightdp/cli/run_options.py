"""The options that every command shares: what ran, who may differ, how to answer."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, Concatenate, ParamSpec, TypeVar, cast, get_type_hints

import typer

from tightdp.cli.choices import FormatChoice, RelationChoice, RouteChoice

RAN = "What ran: a run file, or one mechanism, one scheme and the steps"
ASKED = "What is asked"
SHOWN = "How to answer"

Number = float | None
Whole = int | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """What the shared options say; ``None`` where one was not given."""

    run_file: Annotated[
        Path | None,
        typer.Argument(
            metavar="RUN.TOML",
            help="Run file (.toml, .json) or ledger (.jsonl), instead of the flags for what ran.",
            show_default=False,
        ),
    ] = None
    gaussian: Annotated[
        Number, typer.Option("--gaussian", metavar="S", help="Noise multiplier sigma.", rich_help_panel=RAN)
    ] = None
    laplace: Annotated[Number, typer.Option("--laplace", metavar="B", help="Scale b.", rich_help_panel=RAN)] = None
    randomized_response: Annotated[
        Number,
        typer.Option("--randomized-response", metavar="P", help="Probability of the true answer.", rich_help_panel=RAN),
    ] = None
    categories: Annotated[
        Whole,
        typer.Option(
            "--categories",
            metavar="K",
            help="Possible answers of --randomized-response (default: 2).",
            rich_help_panel=RAN,
        ),
    ] = None
    discrete_gaussian: Annotated[
        Number,
        typer.Option("--discrete-gaussian", metavar="S", help="Noise multiplier sigma.", rich_help_panel=RAN),
    ] = None
    discrete_laplace: Annotated[
        Number, typer.Option("--discrete-laplace", metavar="B", help="Scale b.", rich_help_panel=RAN)
    ] = None
    epsilon_delta: Annotated[
        tuple[float, float] | None,
        typer.Option("--epsilon-delta", metavar="E D", help="Black box: an (E, D) guarantee.", rich_help_panel=RAN),
    ] = None
    together: Annotated[
        bool,
        typer.Option(
            "--together",
            help="All mechanisms given release about the same batch in each step.",
            rich_help_panel=RAN,
        ),
    ] = False
    substitution_sensitivity: Annotated[
        Number,
        typer.Option(
            "--substitution-sensitivity",
            metavar="D",
            help="How far a substituted record moves the result, in contributions of one (default: 2).",
            rich_help_panel=RAN,
        ),
    ] = None
    full_batch: Annotated[
        bool,
        typer.Option("--full-batch", help="Every record in every batch (the default).", rich_help_panel=RAN),
    ] = False
    poisson: Annotated[
        Number,
        typer.Option("--poisson", metavar="Q", help="Each record with probability Q.", rich_help_panel=RAN),
    ] = None
    without_replacement: Annotated[
        tuple[int, int] | None,
        typer.Option("--without-replacement", metavar="N M", help="M distinct records out of N.", rich_help_panel=RAN),
    ] = None
    with_replacement: Annotated[
        tuple[int, int] | None,
        typer.Option("--with-replacement", metavar="N M", help="M draws out of N.", rich_help_panel=RAN),
    ] = None
    random_allocation: Annotated[
        Whole,
        typer.Option(
            "--random-allocation",
            metavar="U",
            help="A step is a pass of U updates; each record is in one of them, at random.",
            rich_help_panel=RAN,
        ),
    ] = None
    participations: Annotated[
        Whole,
        typer.Option(
            "--participations",
            metavar="K",
            help="With --random-allocation: in K updates of a pass (default: 1).",
            rich_help_panel=RAN,
        ),
    ] = None
    truncated_poisson: Annotated[
        tuple[float, int, int] | None,
        typer.Option(
            "--truncated-poisson",
            metavar="Q B N",
            help="Each of N records with probability Q, cut at B records.",
            rich_help_panel=RAN,
        ),
    ] = None
    steps: Annotated[Whole, typer.Option("--steps", metavar="T", help="Number of steps.", rich_help_panel=RAN)] = None
    relation: Annotated[
        RelationChoice | None,
        typer.Option("--relation", help="Who may differ (default: add-remove).", rich_help_panel=ASKED),
    ] = None
    group_size: Annotated[
        Whole,
        typer.Option(
            "--group-size",
            metavar="K",
            help="How many records may differ at once (default: 1).",
            rich_help_panel=ASKED,
        ),
    ] = None
    route: Annotated[
        RouteChoice,
        typer.Option("--route", help="Which kind of theorem may be used.", rich_help_panel=SHOWN),
    ] = RouteChoice.TIGHTEST
    rtol: Annotated[
        float,
        typer.Option("--rtol", metavar="R", help="Wanted relative gap of the two ends.", rich_help_panel=SHOWN),
    ] = 1e-3
    format: Annotated[FormatChoice, typer.Option("--format", help="Output.", rich_help_panel=SHOWN)] = (
        FormatChoice.TABLE
    )


Own = ParamSpec("Own")
Options = TypeVar("Options")


def takes_run_options(command: Callable[Concatenate[RunOptions, Own], None]) -> Callable[..., None]:
    """Give a command the shared options, and hand them to it as one ``RunOptions``.

    Parameters
    ----------
    command
        A function of a ``RunOptions`` and, by keyword, the options of its own.

    Returns
    -------
    Callable
        A function that Typer reads as having all the options, the command's own ones before ``--route``.
    """
    return takes_options(command, RunOptions, 3)


def takes_options(
    command: Callable[Concatenate[Options, Own], None], kind: type[Options], last: int
) -> Callable[..., None]:
    """Give a command the options that a dataclass says, and hand them to it as one value.

    Parameters
    ----------
    command
        A function of a ``kind`` and, by keyword, the options of its own.
    kind
        A dataclass whose fields are annotated as Typer's options.
    last
        How many of its options come after the command's own, >= 1.

    Returns
    -------
    Callable
        A function that Typer reads as having all the options.
    """
    hints = get_type_hints(kind, include_extras=True)
    shared = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields(cast("Any", kind))
    ]
    own = list(inspect.signature(command, eval_str=True).parameters.values())[1:]

    @wraps(command)
    def _run(**values: Any) -> None:
        options = kind(**{parameter.name: values.pop(parameter.name) for parameter in shared})
        cast("Callable[..., None]", command)(options, **values)

    parameters = [*shared[:-last], *own, *shared[-last:]]
    _run.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportAttributeAccessIssue]
    _run.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
    return _run
