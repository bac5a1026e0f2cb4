"""An accountant that Opacus's ``PrivacyEngine`` takes by name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from tightdp.accounting import Answer, Program, account
from tightdp.errors import CannotAnswer
from tightdp.integrations.opacus_history import program_from_history
from tightdp.relations import AbstractRelation, AddRemove

try:
    from opacus.accountants import IAccountant, register_accountant
except ImportError as missing:
    raise ImportError(
        "this accountant needs Opacus. Install it with: python -m pip install 'tightdp[opacus]'"
    ) from missing

NAME = "tightdp"


class AbstractOptimizer(Protocol):
    """What the accountant reads of a ``DPOptimizer``."""

    @property
    def noise_multiplier(self) -> float:
        """Noise over the clip norm."""
        ...

    @property
    def accumulated_iterations(self) -> int:
        """Batches whose gradients make up a step."""
        ...


class TightOpacusAccountant(IAccountant):
    """Certified epsilon for ``PrivacyEngine(accountant="tightdp")``, once this module is imported.

    Steps are what the engine counts: Gaussian noise on Poisson batches at rate ``1 / len(loader)``. Whether its loader
    draws these is for :func:`program_of_engine` to check.

    Parameters
    ----------
    relation
        Who may differ. ``engine.accountant = TightOpacusAccountant(AddRemove(4))`` asks for groups of 4, and
        ``make_private_with_epsilon`` then calibrates for them.
    rtol
        As for :func:`tightdp.account`.
    """

    def __init__(self, relation: AbstractRelation | None = None, *, rtol: float = 1e-3) -> None:
        super().__init__()
        self._relation = AddRemove() if relation is None else relation
        self._rtol = rtol
        self._name = NAME if (relation, rtol) == (None, 1e-3) else f"{NAME}, {self._relation!r}, rtol={rtol}"
        register_accountant(self._name, partial(type(self), relation, rtol=rtol), force=True)

    def mechanism(self) -> str:
        """The name by which ``PrivacyEngine`` makes a new accountant like this one, to calibrate noise."""
        return self._name

    @property
    def program(self) -> Program:
        """The steps so far."""
        return program_from_history(self.history)

    @property
    def answer(self) -> Answer:
        """Lower ends, profiles and reasons for the steps so far."""
        return account(self.program, self._relation, rtol=self._rtol)

    def __len__(self) -> int:
        """Number of steps so far."""
        return self.program.steps

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One more step.

        Parameters
        ----------
        noise_multiplier
            Noise over the clip norm.
        sample_rate
            Probability of a record to be in the batch.
        """
        last = self.history[-1] if self.history else None
        if last is not None and last[:2] == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, last[2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def get_epsilon(self, delta: float) -> float:
        """The upper end of epsilon in nats.

        Parameters
        ----------
        delta
            Probability in [0, 1).
        """
        return self.answer.epsilon(delta).upper

    def get_delta(self, epsilon: float) -> float:
        """The upper end of delta.

        Parameters
        ----------
        epsilon
            eps >= 0 in nats.
        """
        return self.answer.delta(epsilon).upper

    def get_optimizer_hook_fn(self, sample_rate: float) -> Callable[[AbstractOptimizer], None]:
        """What the optimizer calls at each step.

        Parameters
        ----------
        sample_rate
            Rate of one batch.

        Returns
        -------
        callable
            It refuses steps that add up several Poisson batches: a record may be in more than one of them and then
            weighs more than the noise is made for. Parts of one batch (``BatchMemoryManager``) are one. Batches that
            are added up behind its back, by calls of ``signal_skip_step``, look like parts of one and are not noticed.
            It also refuses ``AdaClipDPOptimizer``: its count of unclipped gradients moves by 1 and is made noisy for
            1/2, and it is divided by the exact size of the batch.
        """

        def count(optimizer: AbstractOptimizer) -> None:
            if hasattr(optimizer, "unclipped_num_std"):
                raise CannotAnswer(
                    "a step with Opacus's adaptive clipping",
                    "it publishes a count and a batch size whose privacy loss its noise multiplier leaves out",
                    "clipping='flat'",
                )
            if optimizer.accumulated_iterations != 1:
                raise CannotAnswer(
                    f"a step that adds up {optimizer.accumulated_iterations} batches drawn one by one",
                    "a record may be in several of them, and the noise covers one contribution",
                    "BatchMemoryManager, which loads one large batch in parts",
                )
            self.step(noise_multiplier=optimizer.noise_multiplier, sample_rate=sample_rate)

        return count

    def load_state_dict(self, state_dict: dict[str, object]) -> None:
        """The history of a saved accountant.

        Parameters
        ----------
        state_dict
            What ``state_dict`` gave, after JSON or not.
        """
        before = self.history
        if state_dict and str(state_dict.get("mechanism")).split(",")[0] == NAME:
            state_dict = {**state_dict, "mechanism": self.mechanism()}  # a history is one for any relation
        super().load_state_dict(state_dict)
        try:
            program_from_history(self.history)
        except Exception:
            self.history = before
            raise
        self.history = [(noise, rate, steps) for noise, rate, steps in self.history]


register_accountant(NAME, TightOpacusAccountant, force=True)
