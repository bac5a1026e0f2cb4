"""Run the application and turn errors into one line and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from tightdp.errors import CannotAnswer, InvalidInput

OK = 0
BAD_INPUT = 2
CANNOT_ANSWER = 3
BROKEN_PIPE = 1
INTERRUPTED = 130


@runtime_checkable
class UsageMistake(Protocol):
    """What Typer raises when the command line itself is wrong; its class has moved between versions."""

    exit_code: int

    def format_message(self) -> str:
        """The mistake in words."""
        ...


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``tightdp``.

    Parameters
    ----------
    arguments
        The words after ``tightdp``; those of the process by default.

    Returns
    -------
    int
        0 when answered, 2 for bad input, 3 when no answer is known, 4 when an audit contradicts the account, 130 when
        interrupted.
    """
    from tightdp.cli.app import app

    try:
        code = app(args=arguments, prog_name="tightdp", standalone_mode=False)
        sys.stdout.flush()
    except InvalidInput as error:
        return _fail(str(error), BAD_INPUT)
    except CannotAnswer as error:
        return _fail(str(error), CANNOT_ANSWER)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE
    except KeyboardInterrupt:
        return INTERRUPTED
    except Exception as error:
        if not isinstance(error, UsageMistake):
            raise
        return _fail(error.format_message(), error.exit_code)
    return code if isinstance(code, int) else OK


def _fail(message: str, code: int) -> int:
    sys.stderr.write(f"error: {' '.join(message.split())}\n")
    return code
