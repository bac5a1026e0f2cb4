"""What an Opacus engine has spent, as a program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from tightdp.accounting import Program, Step
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.integrations.loader_scheme import loader_scheme
from tightdp.mechanisms import Gaussian
from tightdp.schemes import Poisson

_ALLOWED = "a list of (noise_multiplier, sample_rate, steps)"


def program_from_history(history: Iterable[object]) -> Program:
    """``sum of steps * Step(Gaussian(noise), Poisson(rate))`` over an accountant's history.

    Parameters
    ----------
    history
        Entries ``(noise_multiplier, sample_rate, steps)`` of any of Opacus's accountants. Their convention is the one
        here: noise over the clip norm, and a rate of Poisson sampling.

    Raises
    ------
    InvalidInput
        If an entry is something else.
    """
    program = Program()
    for entry in history:
        parts = cast("list[Any]", entry) if isinstance(entry, tuple | list) else []
        if len(parts) != 3:
            raise InvalidInput("history", cast("object", entry), _ALLOWED)
        noise, rate, steps = parts
        program += steps * Step(Gaussian(noise), Poisson(rate))
    return program


def program_of_engine(engine: object, loader: object) -> Program:
    """The steps that a ``PrivacyEngine`` has counted, with what its loader really draws.

    Parameters
    ----------
    engine
        A ``PrivacyEngine`` with any accountant.
    loader
        The loader that ``make_private`` gave back. With ``poisson_sampling=False`` it shuffles, which the engine's own
        epsilon does not show; and single precision raises small rates a little (:func:`loader_scheme`).

    Raises
    ------
    InvalidInput
        If the engine's accountant keeps no history.
    CannotAnswer
        If the loader does not sample each record by its own coin, or at another rate than was counted.
    """
    accountant: Any = getattr(engine, "accountant", None)
    if not hasattr(accountant, "history"):
        raise InvalidInput("engine", type(engine).__name__, "an opacus.PrivacyEngine")
    found = loader_scheme(loader)
    if not isinstance(found.scheme, Poisson):
        raise CannotAnswer(
            "an Opacus history with this loader",
            f"it counts steps of Poisson sampling, and the loader is {found}",
            "make_private(..., poisson_sampling=True)",
        )
    realised = found.scheme.rate
    program = Program()
    for step, count in program_from_history(accountant.history).parts:
        counted = cast("Poisson", step.scheme).rate
        if not 0.0 <= realised - counted <= 2.0**-24:
            raise CannotAnswer(
                f"steps that were counted at rate {counted:g}",
                f"the loader draws at rate {realised:g}",
                "the loader of those steps, or program_from_history for the steps as counted",
            )
        program += count * Step(step.mechanism, found.scheme)
    return program
