"""The inputs on which a mechanism leaks most, or is known to leak much: one release for each way of pulling."""

from __future__ import annotations

from functools import partial, singledispatch
from typing import Literal

import numpy as np

from tightdp.auditing.bare_release import BareRelease
from tightdp.auditing.joint_release import JointRelease
from tightdp.auditing.pull import Pull
from tightdp.auditing.shift_release import Draw, ShiftRelease
from tightdp.auditing.table_release import TableRelease
from tightdp.auditing.worst_release import AbstractWorstRelease, Array
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import (
    AbstractMechanism,
    DiscreteGaussian,
    DiscreteLaplace,
    Gaussian,
    Laplace,
    RandomizedResponse,
    Together,
)
from tightdp.mechanisms.abstract_mechanism import is_unchanged
from tightdp.mechanisms.exact_release import is_released
from tightdp.mechanisms.integer_shifts import gaussian_law
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.noise import AbstractNoise
from tightdp.schemes import ChangedCounts

Way = Literal["removed", "inserted", "opposite"]
_ADDITIVE = Gaussian | Laplace | DiscreteGaussian | DiscreteLaplace


def ways_to_pull(mechanism: AbstractMechanism, counts: ChangedCounts) -> dict[Way, AbstractWorstRelease]:
    """Releases whose pairs are attained: only records of x pull, only those of x' do, or both, opposite ways.

    They are the ``witnesses`` of the mechanism's guarantee. Where one of them is the worst case it stands alone.

    Parameters
    ----------
    mechanism
        What is released.
    counts
        The law of the number of changed records, which says who can pull and what one record does to a batch.

    Raises
    ------
    CannotAnswer
        If the mechanism has no known worst inputs.
    """
    if is_unchanged(counts.q):
        ways: tuple[Way, ...] = ("removed",)
    elif is_unchanged(counts.p):
        ways = ("inserted",)
    elif counts.unit == "add-remove" and _is_worst_opposite(mechanism):
        ways = ("opposite",)
    else:
        ways = ("removed", "inserted", "opposite") if _pulls_both_ways(mechanism) else ("removed", "inserted")
    return {way: worst_release(mechanism, counts, way) for way in ways}


def _is_worst_opposite(mechanism: AbstractMechanism) -> bool:
    if isinstance(mechanism, Together):
        return all(_is_worst_opposite(one) for one in mechanism.mechanisms)
    return isinstance(mechanism, _ADDITIVE) and mechanism.substitution_sensitivity == 2


def _pulls_both_ways(mechanism: AbstractMechanism) -> bool:
    """Whether records of x and of x' can be answered in different ways."""
    if isinstance(mechanism, Together):
        return any(_pulls_both_ways(one) for one in mechanism.mechanisms)
    if isinstance(mechanism, RandomizedResponse):
        return mechanism.categories > 2
    return isinstance(mechanism, _ADDITIVE)


@singledispatch
def worst_release(mechanism: AbstractMechanism, counts: ChangedCounts, way: Way) -> AbstractWorstRelease:
    """One way of pulling. A mechanism that answers from a table says whether the batch holds a changed record.

    Parameters
    ----------
    mechanism
        What is released.
    counts
        The law of the number of changed records.
    way
        Who pulls.

    Raises
    ------
    CannotAnswer
        If the mechanism has no known worst inputs.
    """
    pair = mechanism.extremal((0.0, 1.0), (1.0,), counts.unit)[0].witnesses[0]
    if not isinstance(pair, Discrete):
        raise CannotAnswer(
            f"an audit of {type(mechanism).__name__}",
            "its worst inputs are not known here",
            "an audit of your own function, with SampledRelease",
        )
    return TableRelease.membership(pair, of_removed=way != "inserted")


@worst_release.register
def _(mechanism: RandomizedResponse, counts: ChangedCounts, way: Way) -> AbstractWorstRelease:
    del counts
    truth, categories = mechanism.truth_probability, mechanism.categories
    shown = min(categories, 3)
    lie = (1.0 - truth) / (categories - 1)
    laws = np.full((shown, shown), lie)
    np.fill_diagonal(laws, truth)
    laws = np.column_stack([laws, np.full(shown, lie * (categories - shown))])
    if way == "opposite" and shown == 3:
        return TableRelease(laws[0], laws[1], laws[2])
    return TableRelease(laws[0], laws[1], laws[0]) if way != "inserted" else TableRelease(laws[0], laws[0], laws[1])


@worst_release.register
def _(mechanism: Together, counts: ChangedCounts, way: Way) -> AbstractWorstRelease:
    return JointRelease(tuple(worst_release(one, counts, way) for one in mechanism.mechanisms))


@worst_release.register
def _(mechanism: Gaussian, counts: ChangedCounts, way: Way) -> AbstractWorstRelease:
    sigma = mechanism.noise_multiplier
    pull = _pull(counts, mechanism.substitution_sensitivity, way)
    return _shifted(sigma, GaussianNoise, partial(_normal, sigma), pull)


@worst_release.register
def _(mechanism: Laplace, counts: ChangedCounts, way: Way) -> AbstractWorstRelease:
    pull = _pull(counts, mechanism.substitution_sensitivity, way)
    return _shifted(mechanism.scale, LaplaceNoise, partial(_laplace, mechanism.scale), pull)


@worst_release.register
def _(mechanism: DiscreteGaussian, counts: ChangedCounts, way: Way) -> AbstractWorstRelease:
    sigma = mechanism.noise_multiplier
    pull = _whole(_pull(counts, mechanism.substitution_sensitivity, way))
    return _shifted(sigma, GaussianNoise, partial(_discrete_normal, sigma), pull)


@worst_release.register
def _(mechanism: DiscreteLaplace, counts: ChangedCounts, way: Way) -> AbstractWorstRelease:
    pull = _whole(_pull(counts, mechanism.substitution_sensitivity, way))
    return _shifted(mechanism.scale, LaplaceNoise, partial(_discrete_laplace, mechanism.scale), pull)


def _pull(counts: ChangedCounts, substitution: float, way: Way) -> Pull:
    """The distances that the witnesses of ``mechanisms.shift_extremal`` attain."""
    if way == "opposite":
        return Pull(0.5 * substitution, 0.5 * substitution)
    reach = 1.0 if counts.unit == "add-remove" else substitution
    if not (is_unchanged(counts.p) or is_unchanged(counts.q)):
        reach = min(reach, substitution)
    return Pull(reach, 0.0) if way == "removed" else Pull(0.0, reach)


def _whole(pull: Pull) -> Pull:
    return Pull(float(int(pull.up)), float(int(pull.down)))


def _shifted(scale: float, noise: type[GaussianNoise | LaplaceNoise], draw: Draw, pull: Pull) -> AbstractWorstRelease:
    if is_released(scale):
        return BareRelease(pull)
    law: AbstractNoise = noise(scale)
    return ShiftRelease(law, draw, pull)


def _normal(sigma: float, rng: np.random.Generator, count: int) -> Array:
    return sigma * rng.standard_normal(count)


def _laplace(scale: float, rng: np.random.Generator, count: int) -> Array:
    return rng.laplace(scale=scale, size=count)


def _discrete_laplace(scale: float, rng: np.random.Generator, count: int) -> Array:
    """The difference of two geometric variables."""
    success = -np.expm1(-1.0 / scale)
    return (rng.geometric(success, count) - rng.geometric(success, count)).astype(np.float64)


def _discrete_normal(sigma: float, rng: np.random.Generator, count: int) -> Array:
    """By the inverse of the cumulated masses on ``|z| <= 9 sigma``, beyond which less than 1e-17 lies."""
    reach = int(9.0 * sigma) + 1
    z = np.arange(-reach, reach + 1, dtype=np.float64)
    with np.errstate(over="ignore"):
        sums = np.cumsum(np.exp(gaussian_law(sigma).log_mass(z)))
    return z[np.searchsorted(sums[:-1], rng.random(count) * sums[-1], side="right")]
