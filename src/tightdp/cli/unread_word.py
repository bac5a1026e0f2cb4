"""What to say when the word behind an option cannot be read: the word, and what is allowed."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from enum import Enum
from types import NoneType
from typing import Annotated, Any, cast, get_args, get_origin

from tightdp.errors import InvalidInput

NOTHING = "nothing"
_LONGEST = 60
_KINDS: dict[type, tuple[str, str]] = {
    float: ("a number, such as 0.01 or 1e-5", "numbers, such as 0.01 or 1e-5"),
    int: ("a whole number without point or exponent", "whole numbers without point or exponent"),
}


def unread_word(error: Exception, words: Sequence[str], command: Callable[..., object]) -> InvalidInput | None:
    """The mistake behind ``error``, which names an option at most, since its text differs between versions of Typer.

    Parameters
    ----------
    error
        What reading the command line raised.
    words
        The words after the command's name, as they were typed.
    command
        The command's function, whose annotations say what each option takes.

    Returns
    -------
    InvalidInput or None
        Option, word and what is allowed; ``None`` if the error is of another kind.
    """
    names, parameter = _option(error, command)
    annotation = None if parameter is None else _plain(parameter.annotation)
    typed = _typed(names, words, len(get_args(annotation)) if get_origin(annotation) is tuple else 1)
    if annotation is None or not typed:
        return None
    kind = get_args(annotation)[0] if get_origin(annotation) in {list, tuple} else annotation
    allowed = _allowed(annotation, kind)
    return InvalidInput(names[0], _shown(typed, kind), allowed) if allowed else None


def _option(error: Exception, command: Callable[..., object]) -> tuple[list[str], inspect.Parameter | None]:
    """How the option of an error is typed, and the parameter it fills in."""
    parameters = inspect.signature(command, eval_str=True).parameters
    option = getattr(error, "param", None)
    if option is not None:
        return list(option.opts), parameters.get(str(option.name))
    typed = str(getattr(error, "option_name", ""))
    return [typed], parameters.get(typed.removeprefix("--").replace("-", "_"))


def _plain(annotation: Any) -> Any:
    """``float`` of ``Annotated[float | None, ...]``."""
    if get_origin(annotation) is Annotated:
        return _plain(get_args(annotation)[0])
    options = [one for one in get_args(annotation) if one is not NoneType]
    return options[0] if NoneType in get_args(annotation) else annotation


def _typed(names: list[str], words: Sequence[str], count: int) -> list[str]:
    """What stands behind the option, once for each time that it is given."""
    found: list[str] = []
    for index, word in enumerate(words):
        name, equals, value = word.partition("=")
        if name in names:
            rest = words[index + 1 : index + 1 + count - bool(equals)]
            found.append(" ".join([value, *rest] if equals else rest) or ("" if equals or rest else NOTHING))
    return found


def _allowed(annotation: Any, kind: Any) -> str:
    if isinstance(kind, type) and issubclass(kind, Enum):
        return f"one of {', '.join(str(choice.value) for choice in kind)}"
    one, several = _KINDS.get(cast("type", kind), ("", ""))
    return f"{len(get_args(annotation))} {several}" if get_origin(annotation) is tuple else one


def _shown(typed: list[str], kind: Any) -> str:
    """The first of them that cannot be read, shortened."""
    word = next((words for words in typed if not _is_read(words, kind)), typed[-1])
    return word if len(word) <= _LONGEST else f"{word[:_LONGEST]}..."


def _is_read(words: str, kind: Any) -> bool:
    try:
        cast("Callable[[str], object]", kind)(words)
    except ValueError:
        return False
    return True
