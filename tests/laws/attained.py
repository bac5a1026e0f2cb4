"""What functions of the batch attain: the hockey-stick divergence of the true mixtures over all batches.

Each row is one mechanism that satisfies the stated guarantee, so each row is a lower bound of the truth.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial, singledispatch
from itertools import combinations_with_replacement, product
from math import prod

import numpy as np
from numpy.typing import NDArray

from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
)
from twins.batch_functions import lipschitz_functions, query_distances
from twins.line_mixture import (
    discrete_laplace,
    discrete_normal,
    integer_hockey_stick,
    laplace,
    line_hockey_stick,
    merged,
    normal,
    released,
    signed_weights,
)
from twins.neighbouring_batches import Neighbours
from twins.private_tables import blended, chain, random_laws
from twins.stated_profiles import GaussianProfile, LeakyProfile

Floats = NDArray[np.float64]
MOST_ANSWERS = 20_000  # combinations up to which randomised response is searched exhaustively


@singledispatch
def attained(
    mechanism: AbstractMechanism, both: Neighbours, epsilons: Floats, rng: np.random.Generator, draws: int
) -> Floats:
    """``H_(e^eps)`` of the two mixtures for many functions of the batch, ``(functions, len(epsilons))``."""
    raise NotImplementedError(mechanism)


@attained.register
def _(mechanism: Gaussian, both: Neighbours, epsilons: Floats, rng: np.random.Generator, draws: int) -> Floats:
    sigma = mechanism.noise_multiplier
    noise = partial(line_hockey_stick, normal(sigma), 39.0 * sigma) if sigma > 0.0 else released
    return _each(_queries(both, mechanism.substitution_sensitivity, rng, draws), both, epsilons, noise)


@attained.register
def _(mechanism: Laplace, both: Neighbours, epsilons: Floats, rng: np.random.Generator, draws: int) -> Floats:
    scale = mechanism.scale
    noise = partial(line_hockey_stick, laplace(scale), 3.0 * scale) if scale > 0.0 else released
    return _each(_queries(both, mechanism.substitution_sensitivity, rng, draws), both, epsilons, noise)


@attained.register
def _(mechanism: DiscreteGaussian, both: Neighbours, epsilons: Floats, rng: np.random.Generator, draws: int) -> Floats:
    sigma, reach = mechanism.noise_multiplier, int(40 * mechanism.noise_multiplier) + 2
    noise = partial(integer_hockey_stick, discrete_normal(sigma, reach), reach) if sigma > 0.0 else released
    return _each(_queries(both, mechanism.substitution_sensitivity, rng, draws), both, epsilons, noise)


@attained.register
def _(mechanism: DiscreteLaplace, both: Neighbours, epsilons: Floats, rng: np.random.Generator, draws: int) -> Floats:
    scale, reach = mechanism.scale, int(60 * mechanism.scale) + 2
    noise = partial(integer_hockey_stick, discrete_laplace(scale, reach), reach) if scale > 0.0 else released
    return _each(_queries(both, mechanism.substitution_sensitivity, rng, draws), both, epsilons, noise)


def _queries(both: Neighbours, substitution: float, rng: np.random.Generator, draws: int) -> list[Floats]:
    """Functions without repetition; whole-numbered where the sensitivity is an int."""
    whole = isinstance(substitution, int)
    scales = tuple(sorted({1.0, float(substitution), *(() if whole else (0.5 * substitution,))}))
    found = lipschitz_functions(both, query_distances(both, substitution), scales, rng, draws)
    return list({values.tobytes(): values for values in found}.values())


def _each(
    queries: list[Floats], both: Neighbours, epsilons: Floats, divergence: Callable[[Floats, Floats], Floats]
) -> Floats:
    """The divergence of each query's two mixtures, ``(len(queries), len(epsilons))``."""
    out: list[Floats] = []
    for values in queries:
        shifts, p, q = merged(values, both.p, both.q)
        out.append(divergence(shifts, signed_weights(p, q, epsilons)))
    return np.array(out)


@attained.register
def _(
    mechanism: RandomizedResponse, both: Neighbours, epsilons: Floats, rng: np.random.Generator, draws: int
) -> Floats:
    """Batches of equal probabilities are alike, so only how many of them give each answer matters."""
    kinds: dict[tuple[Fraction, Fraction], int] = Counter(zip(both.p, both.q, strict=True))
    answers = mechanism.categories
    choices = [_compositions(count, answers) for count in kinds.values()]
    if prod(len(rows) for rows in choices) <= MOST_ANSWERS:
        picked = np.indices([len(rows) for rows in choices]).reshape(len(choices), -1)
        counts = np.stack([rows[index] for rows, index in zip(choices, picked, strict=True)], axis=1)
        weights = signed_weights([p for p, _ in kinds], [q for _, q in kinds], epsilons)
    else:
        counts = _some_answers(both, answers, rng, draws)
        weights = signed_weights(both.p, both.q, epsilons)
    shown = np.einsum("fua,eu->fea", counts, weights)
    truth = mechanism.truth_probability
    lie = (1.0 - truth) / (answers - 1)
    return np.maximum(lie * shown.sum(axis=2, keepdims=True) + (truth - lie) * shown, 0.0).sum(axis=2)


def _compositions(total: int, parts: int) -> Floats:
    """All ways to write ``total`` as an ordered sum of ``parts`` counts, ``(n, parts)``."""
    rows = [np.bincount(picks, minlength=parts) for picks in combinations_with_replacement(range(parts), total)]
    return np.array(rows, dtype=np.float64)


def _some_answers(both: Neighbours, answers: int, rng: np.random.Generator, draws: int) -> Floats:
    """One-hot answers ``(functions, batches, answers)``: by which changed records a batch holds, and random ones."""
    held = np.minimum(both.counted("r"), 1) + 2 * np.minimum(both.counted("i"), 1)
    rows = [np.array(picks)[held] for picks in product(range(answers), repeat=3)]
    rows += [rng.integers(answers, size=len(both.batches)) for _ in range(draws)]
    return np.eye(answers)[np.array(rows)]


@attained.register
def _(mechanism: EpsilonDelta, both: Neighbours, epsilons: Floats, rng: np.random.Generator, draws: int) -> Floats:
    distances = record_distances(both, mechanism.unit)
    epsilon = min(mechanism.epsilon, 700.0)
    out: list[Floats] = []
    for values in lipschitz_functions(both, distances, (1.0, 2.0), rng, draws):
        steps, p, q = merged(values - values.min(), both.p, both.q)
        laws = chain(epsilon, mechanism.delta, int(steps[-1]))[steps.astype(np.int64)]
        out.append(np.maximum(signed_weights(p, q, epsilons) @ laws, 0.0).sum(axis=1))
    for _ in range(draws // 4):
        laws = random_laws(len(both.batches), int(rng.integers(2, 5)), rng)
        laws = blended(laws, distances >= 1.0, epsilon, mechanism.delta)
        out.append(np.maximum(signed_weights(both.p, both.q, epsilons) @ laws, 0.0).sum(axis=1))
    return np.array(out)


@attained.register
def _(mechanism: Profile, both: Neighbours, epsilons: Floats, rng: np.random.Generator, draws: int) -> Floats:
    stated: object = mechanism.function
    if isinstance(stated, LeakyProfile):
        return attained(EpsilonDelta(stated.epsilon, stated.delta, mechanism.unit), both, epsilons, rng, draws)
    assert isinstance(stated, GaussianProfile)
    queries = list(lipschitz_functions(both, record_distances(both, mechanism.unit), (1.0, 0.5), rng, draws))
    noise = partial(line_hockey_stick, normal(stated.sigma), 39.0 * stated.sigma)
    return _each(queries, both, epsilons, noise)


def record_distances(both: Neighbours, unit: str) -> Floats:
    """Number of changes between two batches: coming and going and replacing, or only one of the two kinds."""
    missing, extra = both.differences()
    if unit == "either":
        return np.maximum(missing, extra).astype(np.float64)
    return (missing + extra).astype(np.float64) if unit == "add-remove" else missing.astype(np.float64)
