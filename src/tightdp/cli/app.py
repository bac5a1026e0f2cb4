"""The Typer application: ``tightdp`` and its commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from tightdp.cli.audit import audit
from tightdp.cli.calibrate import calibrate
from tightdp.cli.compare import compare
from tightdp.cli.delta import delta
from tightdp.cli.epsilon import epsilon
from tightdp.cli.explain import explain
from tightdp.cli.plan import plan
from tightdp.cli.plot import plot
from tightdp.cli.profile import profile
from tightdp.cli.report import report
from tightdp.cli.statement import statement
from tightdp.cli.sweep import sweep
from tightdp.cli.unread_word import unread_word
from tightdp.errors import InvalidInput

COMMANDS: tuple[Callable[..., None], ...] = (
    epsilon,
    delta,
    profile,
    explain,
    calibrate,
    plan,
    compare,
    statement,
    audit,
    sweep,
    report,
    plot,
)


class _Command(TyperCommand):
    """A command that refuses an option given twice, of which Typer takes the last, and repeats what it cannot read."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        given = Counter(word.partition("=")[0] for word in args if word.startswith("--"))
        repeatable = {name for option in self.params if getattr(option, "multiple", False) for name in option.opts}
        twice = [name for name, count in given.items() if count > 1 and name not in repeatable]
        if twice:
            raise InvalidInput("an option", twice, "given once")
        words = tuple(args)
        try:
            return super().parse_args(ctx, args)
        except Exception as error:
            mistake = self.callback and unread_word(error, words, self.callback)
            if mistake:
                raise mistake from None
            raise


app = typer.Typer(
    name="tightdp",
    help="Certified differential-privacy accounting of subsampled mechanisms.",
    pretty_exceptions_enable=False,
)
for command in COMMANDS:
    app.command(cls=_Command)(command)


def _show_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        typer.echo(f"tightdp {version('tightdp')}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def _root(
    context: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    del version
    if context.invoked_subcommand is None:
        names = ", ".join(command.__name__ for command in COMMANDS)
        raise InvalidInput("the command", "none", f"one of {names}", "See tightdp --help")
