"""One record that moves the sum by a random multiple of a unit."""

from __future__ import annotations

import math
from functools import lru_cache

from tightdp.accounting import Step
from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.mechanisms import Gaussian
from tightdp.numerics.checks import nonnegative, probability
from tightdp.relations import Change
from tightdp.schemes import BatchTypes, FullBatch, OwnScheme, Poisson

_CLOSE = 1e-9
_MOST = 100_000  # units


@lru_cache(maxsize=256)
def shifted_by(multiples: tuple[int, ...], probabilities: tuple[float, ...]) -> OwnScheme:
    """``Pr[the changed record counts k_i times] = p_i``; the other data set lacks it.

    A scheme of one's own whose batches of x hold the record k_i times. Equal laws give one and the same object, so that
    programs merge equal steps.

    Parameters
    ----------
    multiples
        k_1, k_2, ..., different whole numbers >= 0.
    probabilities
        p_1, p_2, ..., with sum 1.
    """
    names = {k: f"{k} times" for k in multiples}
    x = {names[k]: p for k, p in zip(multiples, probabilities, strict=True)}
    differences = {(name, "0 times"): Change(removed=k) for k, name in names.items() if k}
    return OwnScheme({Change(removed=1): BatchTypes(x, {"0 times": 1.0}, differences)})


def gaussian_mixture(
    standard_deviation: float, sensitivities: tuple[float, ...], probabilities: tuple[float, ...]
) -> Step | None:
    """``sum_i p_i N(c_i, sigma^2)`` against ``N(0, sigma^2)``, and the other way round; ``None`` if both are one.

    Choquette-Choo et al. 2023 (arXiv 2310.15526). The c_i must be multiples k_i u of their smallest positive value u,
    to a relative 1e-9; u is then raised so that ``c_i <= k_i u``. That is safe: the best tests are half-lines, towards
    the mixture or away from it, and a c_i that grows moves mass into the first and out of the second.

    Parameters
    ----------
    standard_deviation
        sigma >= 0.
    sensitivities
        c_i >= 0.
    probabilities
        p_i, with sum 1.

    Raises
    ------
    InvalidInput
        If a number is out of range.
    CannotAnswer
        If the c_i have no common unit.
    """
    sigma = nonnegative("standard_deviation", standard_deviation)
    chances = _chances(sensitivities, probabilities)
    moving = [c for c in chances if c > 0.0]
    if not moving:
        return None
    smallest = min(moving)
    multiples = {c: round(c / smallest) for c in chances}
    if any(abs(c - k * smallest) > _CLOSE * c or k > _MOST for c, k in multiples.items()):
        raise CannotAnswer(
            f"a mixture of Gaussians with sensitivities {sensitivities}",
            "they are not all multiples of the smallest one",
            "sensitivities rounded up to multiples of a unit, which is safe",
        )
    unit = max(c / multiples[c] for c in moving)
    noise = Gaussian(sigma / unit)
    law: dict[int, float] = {}
    for c, chance in chances.items():
        law[multiples[c]] = law.get(multiples[c], 0.0) + chance
    if law.keys() == {1}:
        return Step(noise, FullBatch())
    if law.keys() == {0, 1}:
        return Step(noise, Poisson(law[1] / math.fsum(law.values())))
    return Step(noise, shifted_by(tuple(law), tuple(law.values())))


def _chances(sensitivities: tuple[float, ...], probabilities: tuple[float, ...]) -> dict[float, float]:
    """Probability of each sensitivity; those that do not occur are left out."""
    if len(sensitivities) != len(probabilities) or abs(math.fsum(probabilities) - 1.0) > _CLOSE:
        raise InvalidInput("sampling_probs", probabilities, "one probability for each sensitivity, with sum 1")
    found: dict[float, float] = {}
    for sensitivity, chance in zip(sensitivities, probabilities, strict=True):
        size = nonnegative("sensitivities", sensitivity)
        if probability("sampling_probs", chance) > 0.0:
            found[size] = found.get(size, 0.0) + float(chance)
    return found
