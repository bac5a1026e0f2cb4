"""The page about every command and option, made from their own help."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Iterator
from enum import StrEnum
from typing import Any, NamedTuple, Union, get_args, get_origin, get_type_hints

from typer.models import ArgumentInfo, OptionInfo

HEAD = """\
# Commands

Made from the commands' own help by `python -m tightdp.cli.reference > docs/commands.md`; a test compares the two.
`tightdp COMMAND --help` shows the same on a terminal. What the words mean is in the [glossary](glossary.md).

Exit codes: 0 answered, 2 bad input, 3 nothing is proven for the question, 4 an audit contradicts the account, 130
interrupted. Answers go to standard output; warnings, and which files were written, to standard error.
"""


class _Described(NamedTuple):
    """One option or argument."""

    name: str
    meaning: str
    default: str


def command_reference(commands: tuple[Callable[..., None], ...]) -> str:
    """Markdown with each command, its options, and once the options that all of them have.

    Parameters
    ----------
    commands
        Functions that Typer takes as commands; those that take a run share options.

    Returns
    -------
    str
        A page that ends in a line feed.
    """
    options = {command.__name__: list(_options(command)) for command in commands}
    takes_run = {command.__name__ for command in commands if "run_file" in inspect.signature(command).parameters}
    runs = [options[name] for name in options if name in takes_run]
    sharing = runs or list(options.values())
    every = [one for one in sharing[0] if all(one in mine for mine in sharing)]
    parts = [HEAD]
    for command in commands:
        mine = options[command.__name__]
        own = [one for one in mine if one not in every] if mine in sharing else mine
        parts.append(f"## tightdp {command.__name__}\n\n{inspect.getdoc(command)}\n{_table(own)}")
    words = "What ran, who may differ and how to answer: the same for all commands that take a run."
    parts.append(f"## Options of every command\n\n{words}\n{_table(every)}")
    return "\n".join(parts)


def _table(options: list[_Described]) -> str:
    if not options:
        return ""
    rows = "".join(f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in one)} |\n" for one in options)
    return f"\n| option | meaning | default |\n|---|---|---|\n{rows}"


def _options(command: Callable[..., None]) -> Iterator[_Described]:
    hints = get_type_hints(command, include_extras=True)
    for parameter in inspect.signature(command).parameters.values():
        kind, info = get_args(hints[parameter.name])[:2]
        yield _described(kind, info, parameter.default)


def _described(kind: Any, info: OptionInfo | ArgumentInfo, default: object) -> _Described:
    choices = _choices(kind)
    value = info.metavar or (", ".join(choices) if choices else "")
    # Inside Annotated the first name of an option stands where a default would.
    names = [name for name in (info.default, *(info.param_decls or ())) if isinstance(name, str)]
    told = "required" if default is inspect.Parameter.empty else f"`{default}`"
    words = [", ".join(f"`{name}`" for name in names), f"`{value}`" if value else ""]
    return _Described(" ".join(filter(None, words)), info.help or "", "" if default in {None, False} else told)


def _choices(kind: Any) -> list[str]:
    """The words of an option that takes one of several."""
    parts = get_args(kind) if get_origin(kind) in {Union, types.UnionType} else (kind,)
    enums = [part for part in parts if isinstance(part, type) and issubclass(part, StrEnum)]
    return [str(word) for enum in enums for word in enum]


if __name__ == "__main__":
    import sys

    from tightdp.cli.app import COMMANDS

    sys.stdout.write(command_reference(COMMANDS))
