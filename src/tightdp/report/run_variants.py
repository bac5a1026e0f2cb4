"""The same run with fewer steps, another group size, or other noise."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

from tightdp.accounting import Program, Step
from tightdp.mechanisms import AbstractMechanism, Together
from tightdp.relations import AbstractRelation, relation_from_name

_NOISE = ("noise_multiplier", "scale")


def first_steps(program: Program, count: int) -> Program:
    """The first ``count`` steps, phase by phase.

    Parameters
    ----------
    program
        What ran.
    count
        How many steps, at most those of the program.

    Returns
    -------
    Program
        The beginning of the run.
    """
    left, parts = count, list[tuple[Step, int]]()
    for step, times in program.parts:
        parts.append((step, min(left, times)))
        left -= parts[-1][1]
    return Program(tuple(parts))


def with_group(relation: AbstractRelation, size: int) -> AbstractRelation:
    """The same relation for groups of another size.

    Parameters
    ----------
    relation
        Who may differ.
    size
        How many records, at least 1.

    Returns
    -------
    AbstractRelation
        The relation.
    """
    return relation_from_name(relation.name, size)


def with_noise(program: Program, factor: float) -> Program:
    """Every noise multiplier and scale times ``factor``; what has neither stays as it is.

    Parameters
    ----------
    program
        What ran.
    factor
        Above 0.

    Returns
    -------
    Program
        The run with other noise.
    """
    return Program(tuple((Step(_scaled(step.mechanism, factor), step.scheme), n) for step, n in program.parts))


def noise_levels(program: Program) -> frozenset[float]:
    """All noise multipliers and scales above 0 of a run.

    Parameters
    ----------
    program
        What ran.

    Returns
    -------
    frozenset
        In multiples of one record's contribution.
    """
    found = (level for step, _ in program.parts for level in _levels(step.mechanism))
    return frozenset(level for level in found if level > 0.0)


def _levels(mechanism: AbstractMechanism) -> list[float]:
    if isinstance(mechanism, Together):
        return [level for one in mechanism.mechanisms for level in _levels(one)]
    return [float(getattr(mechanism, name)) for name in _NOISE if hasattr(mechanism, name)]


def _scaled(mechanism: AbstractMechanism, factor: float) -> AbstractMechanism:
    if isinstance(mechanism, Together):
        return Together(tuple(_scaled(one, factor) for one in mechanism.mechanisms))
    for name in _NOISE:
        if hasattr(mechanism, name):
            return replace(cast("Any", mechanism), **{name: getattr(mechanism, name) * factor})
    return mechanism
