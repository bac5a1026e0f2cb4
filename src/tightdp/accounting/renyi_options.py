"""What transport knows about one step, in the form that Rényi divergences need."""

from __future__ import annotations

from dataclasses import replace

from tightdp.accounting.step import Step
from tightdp.mechanisms import DiscreteGaussian, Gaussian
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.on_integers import OnIntegers
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.relations import Change
from tightdp.transport import Route, dominate


def renyi_options(step: Step, change: Change, route: Route) -> tuple[Dominating, ...]:
    """The guarantees of transport; those of discrete Gaussian noise with the tails that their tables cut.

    A table of the discrete Gaussian law counts its ends as revealed, which no Rényi divergence survives. The law at the
    integers is a mixture of Gaussian densities, so the mixtures of the continuous mechanism with the same scale tell
    its shifts and weights.

    Parameters
    ----------
    step
        Mechanism and scheme.
    change
        Which records differ.
    route
        Which routes transport may take.
    """
    mechanism = step.mechanism
    if not isinstance(mechanism, DiscreteGaussian):
        return dominate(mechanism, step.scheme, change, route)
    way: Route = "specific" if route == "tightest" else route
    continuous = Gaussian(mechanism.noise_multiplier, mechanism.substitution_sensitivity)
    tables = dominate(mechanism, step.scheme, change, way)
    mixtures = dominate(continuous, step.scheme, change, way)
    return tuple(_on_integers(table, mixture) for table, mixture in zip(tables, mixtures, strict=True))


def _on_integers(tables: Dominating, mixtures: Dominating) -> Dominating:
    """The same guarantee with the mixtures' tails; witnesses that would sit between the integers are left out."""
    pair = _joined(tables.pair, mixtures.pair)
    if tables.witnesses == (tables.pair,):
        return replace(tables, pair=pair, witnesses=(pair,))
    both = zip(tables.witnesses, mixtures.witnesses, strict=True)
    kept = tuple(_joined(table, mixture) for table, mixture in both if not _is_between(mixture))
    return replace(tables, pair=pair, witnesses=kept)


def _joined(table: AbstractPair, mixture: AbstractPair) -> AbstractPair:
    return OnIntegers(table, mixture) if isinstance(mixture, ShiftMixture) else table


def _is_between(pair: AbstractPair) -> bool:
    return isinstance(pair, ShiftMixture) and not float(pair.unit).is_integer()
