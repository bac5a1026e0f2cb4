"""What an Opacus engine has spent, as a program."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from tightdp.accounting import Program, Step
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.integrations.loader_scheme import loader_scheme, logical_batches
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler
from tightdp.mechanisms import Gaussian
from tightdp.numerics.checks import whole
from tightdp.schemes import AbstractScheme, Poisson

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
    taken: list[tuple[Step, int]] = []
    for entry in history:
        parts = cast("list[Any]", entry) if isinstance(entry, tuple | list) else []
        if len(parts) != 3:
            raise InvalidInput("history", cast("object", entry), _ALLOWED)
        noise, rate, steps = parts
        taken.append((Step(Gaussian(noise), Poisson(rate)), whole("steps", steps, 0)))
    return Program(tuple(taken))


def program_of_engine(engine: object, loader: object) -> Program:
    """The steps that a ``PrivacyEngine`` has counted, with what its loader really draws.

    An engine counts each step at the rate ``1 / len(loader)``, whatever the loader draws.

    Parameters
    ----------
    engine
        A ``PrivacyEngine`` with any accountant.
    loader
        The loader of those steps: the one that ``make_private`` gave back, whose rate single precision raises a little
        (:func:`loader_scheme`); or, with ``poisson_sampling=False``, one over a :class:`TorchBatchSampler`. A loader
        that shuffles is refused; the engine's own epsilon does not show that it does.

    Raises
    ------
    InvalidInput
        If the engine's accountant keeps no history.
    CannotAnswer
        If nothing is known about how the loader draws, or steps were counted for another loader.
    """
    accountant: Any = getattr(engine, "accountant", None)
    if not hasattr(accountant, "history"):
        raise InvalidInput("engine", type(engine).__name__, "an opacus.PrivacyEngine")
    scheme, lengths = _drawn(loader)
    taken: list[tuple[Step, int]] = []
    for step, count in program_from_history(accountant.history).parts:
        counted = cast("Poisson", step.scheme).rate
        close = isinstance(scheme, Poisson) and 0.0 <= scheme.rate - counted <= 2.0**-24
        length = round(1.0 / counted) if counted else 0
        if not (close or (length in lengths and counted == 1.0 / length)):
            raise CannotAnswer(
                f"steps that were counted at rate {counted:g}",
                f"the loader draws {scheme!r} and has {lengths[-1]} batches",
                "the loader of those steps",
            )
        taken.append((Step(step.mechanism, scheme), count))
    return Program(tuple(taken))


def _drawn(loader: object) -> tuple[AbstractScheme, range]:
    """The scheme of a loader, and how many batches it may have had when an engine looked."""
    found = loader_scheme(loader)
    batches = logical_batches(loader)
    if type(batches) is TorchBatchSampler and batches.sampler.scheme.batches_per_step == 1:
        return batches.sampler.scheme, range(1, batches.sampler.steps + 1)  # those that were left
    if not isinstance(found.scheme, Poisson):
        raise CannotAnswer(
            "an Opacus history with this loader",
            f"it counts steps of Poisson sampling, and the loader is {found}",
            "make_private(..., poisson_sampling=True), or a loader over a TorchBatchSampler",
        )
    return found.scheme, range(len(batches), len(batches) + 1)
