"""Randomised response."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp.errors import InvalidInput
from tightdp.mechanisms.abstract_mechanism import AbstractMechanism, Weights
from tightdp.mechanisms.rr_vertices import envelope, response_vertices
from tightdp.mechanisms.unit import Unit
from tightdp.numerics.checks import real, whole
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair


@dataclass(frozen=True)
class RandomizedResponse(AbstractMechanism):
    """An answer f(batch) in {1, ..., k}, told truly with probability p, else one of the others at random.

    ``Pr[output = f] = p`` and ``Pr[output = t] = (1 - p) / (k - 1)`` for every other t.

    Parameters
    ----------
    truth_probability
        p in [1 / k, 1]. 1 is a release without noise; 1 / k reveals nothing. For two answers p below 1/2 is
        allowed too: it is the same mechanism with the answers renamed.
    categories
        Number k >= 2 of possible answers.

    Raises
    ------
    InvalidInput
        If p is outside its range or k is not a whole number >= 2.

    Notes
    -----
    One answer about the batch, whatever the batch's distance: the group profile is that of one record. k reports of
    k records are k steps.
    """

    truth_probability: float
    categories: int = 2

    def __post_init__(self) -> None:
        categories = whole("categories", self.categories, 2)
        least = 0.0 if categories == 2 else 1.0 / categories
        allowed = f"in [{least:.6g}, 1]"
        truth = real("truth_probability", self.truth_probability, allowed)
        if not least - 1e-12 <= truth <= 1.0:
            raise InvalidInput("truth_probability", self.truth_probability, allowed)
        object.__setattr__(self, "truth_probability", truth)
        object.__setattr__(self, "categories", categories)

    @classmethod
    def from_noise(cls, noise_probability: float, categories: int = 2) -> RandomizedResponse:
        """The mechanism that with probability ``noise_probability`` answers uniformly at random among all answers.

        Parameters
        ----------
        noise_probability
            Probability in [0, 1] of a random answer (the true one included).
        categories
            Number k >= 2 of possible answers.

        Raises
        ------
        InvalidInput
            If a value is outside its range.
        """
        noise = real("noise_probability", noise_probability, "in [0, 1]")
        if not 0.0 <= noise <= 1.0:
            raise InvalidInput("noise_probability", noise_probability, "in [0, 1]")
        return cls(1.0 - noise + noise / whole("categories", categories, 2), categories)

    @property
    def _truth(self) -> float:
        truth = self.truth_probability
        return max(truth, 1.0 - truth) if self.categories == 2 else truth

    def _corners(self, p: Weights, q: Weights) -> tuple[Discrete, ...]:
        return response_vertices(self._truth, self.categories, (p[0], sum(p[1:])), (q[0], sum(q[1:])))

    def group_pair(self, distance: int, unit: Unit) -> AbstractPair:  # noqa: ARG002
        """The laws of two different answers, at every distance >= 1."""
        return self._corners((0.0, 1.0), (1.0,))[0]

    def extremal(self, p: Weights, q: Weights, unit: Unit) -> tuple[Dominating, ...]:  # noqa: ARG002
        """The upper envelope of the corners' profiles, which one step attains at every eps."""
        corners = self._corners(p, q)
        pair, attained = envelope(corners)
        note = "" if attained else "another function of the batch is the worst one at another eps"
        distance = "any change of the answer"
        return (Dominating(pair, corners, "RR", attained, tight_once=True, distance=distance, note=note),)
