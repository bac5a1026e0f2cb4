"""How a document writes a mechanism; one table type for each, told apart by ``type``."""

from __future__ import annotations

from typing import Literal

from tightdp.spec.abstract_entry import AbstractEntry

Unit = Literal["either", "add-remove", "substitute"]


class GaussianEntry(AbstractEntry, frozen=True, tag="gaussian"):
    """``Gaussian``: sigma and a substitution's L2 distance, in multiples of one record's contribution."""

    noise_multiplier: float
    substitution_sensitivity: float = 2.0


class LaplaceEntry(AbstractEntry, frozen=True, tag="laplace"):
    """``Laplace``: scale b and a substitution's L1 distance, in multiples of one record's contribution."""

    scale: float
    substitution_sensitivity: float = 2.0


class RandomizedResponseEntry(AbstractEntry, frozen=True, tag="randomized-response"):
    """``RandomizedResponse``: probability of the true answer and the number of possible answers."""

    truth_probability: float
    categories: int = 2


class DiscreteGaussianEntry(AbstractEntry, frozen=True, tag="discrete-gaussian"):
    """``DiscreteGaussian``: sigma and the whole-numbered distance of a substitution."""

    noise_multiplier: float
    substitution_sensitivity: int = 2


class DiscreteLaplaceEntry(AbstractEntry, frozen=True, tag="discrete-laplace"):
    """``DiscreteLaplace``: scale b and the whole-numbered distance of a substitution."""

    scale: float
    substitution_sensitivity: int = 2


class EpsilonDeltaEntry(AbstractEntry, frozen=True, tag="epsilon-delta"):
    """``EpsilonDelta``: a black box with a known guarantee, and the relation on batches that it holds for."""

    epsilon: float
    delta: float = 0.0
    unit: Unit = "either"


SingleEntry = (
    GaussianEntry
    | LaplaceEntry
    | RandomizedResponseEntry
    | DiscreteGaussianEntry
    | DiscreteLaplaceEntry
    | EpsilonDeltaEntry
)


class TogetherEntry(AbstractEntry, frozen=True, tag="together"):
    """``Together``: several releases about the same batch, each a table of its own."""

    mechanisms: tuple[SingleEntry, ...]


MechanismEntry = SingleEntry | TogetherEntry
