"""What transport knows about one step, in the form that Rényi divergences need."""

from __future__ import annotations

from dataclasses import replace

from tightdp.accounting.step import Step
from tightdp.divergences.simple_parts import simple_parts
from tightdp.errors import CannotAnswer
from tightdp.mechanisms import DiscreteGaussian, Gaussian, Together
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.on_integers import OnIntegers
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.relations import Change
from tightdp.schemes import RandomAllocation
from tightdp.transport import Route, dominate


def renyi_options(step: Step, change: Change, route: Route) -> tuple[Dominating, ...]:
    """The guarantees of transport, with the tails that tables cut where that is possible.

    A table of the discrete Gaussian law counts its ends as revealed, which no Rényi divergence survives. The law at the
    integers is a mixture of Gaussian densities, so the mixtures of the continuous mechanism with the same scale tell
    its shifts and weights. Tables of several releases on one batch cut tails, too; there the mechanism-agnostic
    guarantee, which needs one distance at a time, is given besides.

    Parameters
    ----------
    step
        Mechanism and scheme.
    change
        Which records differ.
    route
        Which routes transport may take.

    Raises
    ------
    CannotAnswer
        If the scheme is a random allocation.
    """
    mechanism = step.mechanism
    if isinstance(step.scheme, RandomAllocation):
        raise CannotAnswer(
            "the Rényi divergence of a pass of random allocation",
            "the law of its loss is known from tables, which cut the farthest tails",
            "account(), which composes the loss itself",
        )
    if isinstance(mechanism, Together) and route == "tightest":
        return _with_whole_tails(step, change)
    if not isinstance(mechanism, DiscreteGaussian):
        return dominate(mechanism, step.scheme, change, route)
    way: Route = "specific" if route == "tightest" else route
    continuous = Gaussian(mechanism.noise_multiplier, mechanism.substitution_sensitivity)
    tables = dominate(mechanism, step.scheme, change, way)
    mixtures = dominate(continuous, step.scheme, change, way)
    return tuple(_on_integers(table, mixture) for table, mixture in zip(tables, mixtures, strict=True))


def _with_whole_tails(step: Step, change: Change) -> tuple[Dominating, ...]:
    found = dominate(step.mechanism, step.scheme, change)
    if any(option.pair.support.p_infinite == 0.0 for option in found):
        return found
    try:
        return (*found, *dominate(step.mechanism, step.scheme, change, "agnostic"))
    except CannotAnswer:
        return found


def _on_integers(tables: Dominating, mixtures: Dominating) -> Dominating:
    """The same guarantee with the mixtures' tails; witnesses that would sit between the integers are left out."""
    pair = _joined(tables.pair, mixtures.pair)
    if tables.witnesses == (tables.pair,):
        return replace(tables, pair=pair, witnesses=(pair,))
    both = zip(tables.witnesses, mixtures.witnesses, strict=True)
    kept = tuple(_joined(table, mixture) for table, mixture in both if not _is_between(mixture))
    return replace(tables, pair=pair, witnesses=kept)


def _joined(table: AbstractPair, mixture: AbstractPair) -> AbstractPair:
    """The table with the mixture's tails; as it is where it is no single mixture (a public number of records)."""
    parts = simple_parts(mixture)
    one = parts[0][1]
    return OnIntegers(table, one) if len(parts) == 1 and isinstance(one, ShiftMixture) else table


def _is_between(pair: AbstractPair) -> bool:
    return isinstance(pair, ShiftMixture) and not float(pair.unit).is_integer()
