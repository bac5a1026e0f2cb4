"""Several releases about one batch."""

from __future__ import annotations

import math
from dataclasses import dataclass

from tightdp.errors import InvalidInput
from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights
from tightdp.mechanisms.gaussian import Gaussian
from tightdp.mechanisms.same_batch import product_extremal, product_group_pair
from tightdp.mechanisms.unit import Unit
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair


@dataclass(frozen=True)
class Together(AbstractMechanism):
    """All of ``mechanisms`` on the *same* batch, each with noise of its own: ``(M_1(y), ..., M_r(y))``.

    For instance clipped gradients and a noisy count or quantile of their norms. The batch is drawn once, so the
    releases are amplified once, all together; releases on batches drawn anew are steps of their own. A later
    release may depend on what the earlier ones gave.

    Parameters
    ----------
    mechanisms
        The releases M_1, ..., M_r, at least one. What is itself several releases is taken apart.

    Raises
    ------
    InvalidInput
        If there is none, or one of them is not a mechanism.

    Notes
    -----
    Gaussian releases of equal substitution sensitivity act as one with ``1 / sigma^2 = sum_m 1 / sigma_m^2``;
    other releases are combined numerically, with tables above and below (``docs/theorems.md``, SAME-BATCH).
    """

    mechanisms: tuple[AbstractMechanism, ...]

    def __post_init__(self) -> None:
        allowed = "a list of at least one mechanism, such as (Gaussian(1.1), Laplace(5.0))"
        if isinstance(self.mechanisms, AbstractMechanism | str) or not isinstance(self.mechanisms, tuple | list):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("mechanisms", self.mechanisms, allowed)
        flat: list[AbstractMechanism] = []
        for one in self.mechanisms:
            if not isinstance(one, AbstractMechanism):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise InvalidInput("mechanisms", one, allowed)
            flat += one.mechanisms if isinstance(one, Together) else [one]
        if not flat:
            raise InvalidInput("mechanisms", self.mechanisms, allowed)
        object.__setattr__(self, "mechanisms", tuple(flat))

    @property
    def merged(self) -> tuple[AbstractMechanism, ...]:
        """The releases, with Gaussian ones of equal substitution sensitivity merged into one."""
        others = tuple(one for one in self.mechanisms if not isinstance(one, Gaussian))
        gaussians: dict[float, list[float]] = {}
        for one in self.mechanisms:
            if isinstance(one, Gaussian):
                gaussians.setdefault(one.substitution_sensitivity, []).append(one.noise_multiplier)
        return (*(Gaussian(_joint(sigmas), reach) for reach, sigmas in gaussians.items()), *others)

    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:
        """The product of the releases' pairs at one distance, rounded up."""
        merged = self.merged
        return merged[0].group_pair(distance, unit) if len(merged) == 1 else product_group_pair(merged, distance, unit)

    def extremal(self, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:
        """Two mixtures of products of laws, each product about one batch."""
        merged = self.merged
        return merged[0].extremal(p, q, unit) if len(merged) == 1 else (product_extremal(merged, p, q, unit),)


def _joint(sigmas: list[float]) -> float:
    """``(sum_m 1 / sigma_m^2)^(-1/2)``, without overflow; a release without noise rules."""
    least = min(sigmas)
    return least if len(sigmas) == 1 or least == 0.0 else least / math.sqrt(sum((least / s) ** 2 for s in sigmas))
