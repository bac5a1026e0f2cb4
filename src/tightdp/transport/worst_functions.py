"""Functions of the batch that some mechanism may release, and the pairs that they attain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tightdp.pairs.amplified import trivial_pair
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.pair import AbstractPair
from tightdp.schemes.batch_laws import Floats
from tightdp.transport.events import Transport
from tightdp.transport.reach import AbstractReach, ShiftReach
from tightdp.transport.stars import Star, star


@dataclass(frozen=True, eq=False)
class WorstFunction:
    """A function of the batch and the two laws of its values.

    Parameters
    ----------
    values
        Its value on each class, ``(k,)``; 0 where both data sets agree, above for batches of x, below for those of x'.
    masses
        The law of its values under x, and that of its negated values under x'.
    """

    values: Floats
    masses: Star


def worst_functions(problem: Transport) -> tuple[WorstFunction, ...]:
    """Functions that grow no faster than distances do: S24's worst cases for laws of any kind.

    ``d(y, supp x')`` and ``-d(y, supp x)`` are 1-Lipschitz; so is their sum where it passes the test, and half their
    sum always. For Poisson sampling they count removed and inserted records.

    Parameters
    ----------
    problem
        The laws and distances.
    """
    p, q, distances = problem.classes.p, problem.classes.q, problem.distances
    away = [_distance_to(distances, law > 0.0) for law in (q, p)]
    up, down = np.where(p > 0.0, away[0], 0.0), np.where(q > 0.0, -away[1], 0.0)
    both = up + down
    used = (p > 0.0) | (q > 0.0)
    gaps = np.abs(both[:, None] - both[None, :])[np.ix_(used, used)]
    fits = bool(np.all(gaps <= distances[np.ix_(used, used)] * (1.0 + 1e-12)))
    half = 0.5 * both
    if isinstance(problem.reach, ShiftReach) and problem.reach.is_whole:
        half = np.trunc(half)
    candidates = [both] if fits else [up, down, half]
    found = [WorstFunction(values, _masses(p, q, values)) for values in candidates]
    found = [one if _is_on_lattice(problem.reach, one) else _lowest_step(p, q, one) for one in found]
    return tuple(one for one in found if bool(one.values.any()))


def _is_on_lattice(reach: AbstractReach, one: WorstFunction) -> bool:
    """Whether the pair of the function needs no rounding of distances, which would go beyond what is attained."""
    return not isinstance(reach, ShiftReach) or reach.fits(dict(one.masses.p) | dict(one.masses.q))


def _lowest_step(p: Floats, q: Floats, one: WorstFunction) -> WorstFunction:
    """The function cut off at its smallest step, which leaves it as Lipschitz as it is."""
    step = float(np.abs(one.values[one.values != 0.0]).min())
    values = np.clip(one.values, -step, step)
    return WorstFunction(values, _masses(p, q, values))


def _distance_to(distances: Floats, some: NDArray[np.bool_]) -> Floats:
    """Distance to the classes of a support; for those that cannot be compared, beyond all finite distances."""
    if not bool(some.any()):
        return np.zeros(len(distances))
    out = distances[:, some].min(axis=1)
    finite = distances[np.isfinite(distances)]
    return np.where(np.isfinite(out), out, float(finite.max()) + 1.0)


def _masses(p: Floats, q: Floats, values: Floats) -> Star:
    return star(
        zip(np.maximum(values, 0.0).tolist(), p.tolist(), strict=True),
        zip((0.0 - np.minimum(values, 0.0)).tolist(), q.tolist(), strict=True),
    )


def attained_pairs(problem: Transport) -> tuple[AbstractPair, ...]:
    """Pairs that a function of the batch attains, at least one; the last resort reveals nothing.

    Additive noise on a function of :func:`worst_functions`. For other mechanisms the membership witness (B18
    Theorem 13): one of two outputs that one record can tell apart, by whether the batch is one that only x gives (or
    one that x gives more often). The probabilities of that event stand in for B18's total variation.

    Parameters
    ----------
    problem
        The laws and distances.
    """
    if isinstance(problem.reach, ShiftReach):
        stars = [one.masses for one in worst_functions(problem)]
        pairs = tuple(problem.reach.star(dict(one.p), dict(one.q)).pair for one in stars)
        return pairs or (trivial_pair(),)
    one = cast("Discrete", problem.reach.star({1.0: 1.0}, {0.0: 1.0}).witnesses[0])
    found = [_asked(one, *chances) for chances in membership(problem)]
    return tuple(found) or (trivial_pair(),)


def membership(problem: Transport) -> tuple[tuple[float, float], ...]:
    """Probabilities under x and under x' of batches that only x gives, of those only x' gives, or of the likelier ones.

    Parameters
    ----------
    problem
        The laws.
    """
    p, q = problem.classes.p, problem.classes.q
    only_x, only_other = (p > 0.0) & (q <= 0.0), (q > 0.0) & (p <= 0.0)
    events = [some for some in (only_x, only_other) if bool(some.any())] or [p > q]
    return tuple((float(p[some].sum()), float(q[some].sum())) for some in events if abs(float((p - q)[some].sum())) > 0)


def _asked(one: Discrete, yes: float, other_yes: float) -> AbstractPair:
    """The pair of answering by the first law of ``one`` on an event and by the second off it."""
    first, second = np.exp(one.log_p), np.exp(one.log_q)
    laws = [
        np.concatenate([w * first + (1.0 - w) * second, [w * one.p_infinite, (1.0 - w) * one.q_infinite]])
        for w in (min(yes, 1.0), min(other_yes, 1.0))
    ]
    total = [law / law.sum() for law in laws]
    return Discrete.from_masses(*total)
