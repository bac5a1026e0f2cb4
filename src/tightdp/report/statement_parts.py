"""The sentences of a privacy statement that follow from what ran and who may differ."""

from __future__ import annotations

from tightdp.accounting import Program
from tightdp.mechanisms import AbstractMechanism, Together
from tightdp.relations import AbstractRelation

_WHO = {
    "add-remove": "whether {who} there at all",
    "insert": "whether {who} there at all, of two data sets the one that lacks them coming first",
    "remove": "whether {who} there at all, of two data sets the one that has them coming first",
    "substitute": "what the data of {whose} are, the number of {unit}s being public",
}
_NOISE = {
    "Gaussian": "the noise multiplier is the standard deviation of the noise over the largest contribution of a {unit}",
    "Laplace": "the scale is that of Laplace noise over the largest contribution of one {unit}",
    "DiscreteGaussian": "the noise multiplier is that of noise on the integers, for contributions of at most 1",
    "DiscreteLaplace": "the scale is that of Laplace noise on the integers, for contributions of at most 1",
    "RandomizedResponse": "the truth probability is that of the true answer; every other answer is equally likely",
    "EpsilonDelta": "of this mechanism only its own epsilon and delta are known, and taken as given",
    "Profile": "of this mechanism only its own privacy profile is known, and taken as given",
}
_CONTINUOUS = {"Gaussian", "Laplace"}


def protected(relation: AbstractRelation, unit: str) -> str:
    """Who is protected, and against learning what.

    Parameters
    ----------
    relation
        Which data sets are neighbours.
    unit
        What one of them differs in, such as ``"record"``.

    Returns
    -------
    str
        A sentence without its full stop.
    """
    size = relation.group_size
    who = f"one {unit} is" if size == 1 else f"up to {size} {unit}s are"
    whose = f"one {unit}" if size == 1 else f"up to {size} {unit}s together"
    hidden = _WHO[relation.name].format(who=who, whose=whose, unit=unit)
    return f"protected is {hidden} (neighbours: {relation.name}, group size {size})"


def releases(program: Program) -> tuple[str, ...]:
    """What ran, a line for each distinct step.

    Parameters
    ----------
    program
        What ran.

    Returns
    -------
    tuple
        Lines.
    """
    return tuple(f"{count} x {step.mechanism!r} on {step.scheme!r}" for step, count in program.parts)


def noise_words(program: Program, unit: str) -> tuple[str, ...]:
    """What the numbers of each kind of mechanism mean.

    Parameters
    ----------
    program
        What ran.
    unit
        Whose contribution is bounded.

    Returns
    -------
    tuple
        Sentences.
    """
    return tuple(f"{kind}: {_NOISE[kind].format(unit=unit)}" for kind in _kinds(program) if kind in _NOISE)


def taken_for_granted(program: Program, relation: AbstractRelation, unit: str) -> tuple[str, ...]:
    """What only the user can make true.

    Parameters
    ----------
    program
        What ran.
    relation
        Which data sets are neighbours.
    unit
        What is protected.

    Returns
    -------
    tuple
        Sentences.
    """
    size = relation.group_size
    sampled = {type(step.scheme).__name__ for step, _ in program.parts} - {"FullBatch"}
    drawn = (
        f"each step draws its batch afresh exactly as said ({', '.join(sorted(sampled))}); who is in it stays secret"
    )
    public = "numbers of steps, rates and divisors are public constants, none of them computed from the private data"
    return (
        f"each {unit}'s contribution is bounded before the noise is added",
        *([drawn] if sampled else []),
        "noise is fresh in each step, drawn from good randomness, and stays secret",
        public
        if relation.name != "substitute"
        else "the number of steps and the rates do not depend on the private data",
        *([f"nobody has more than {size} {unit}s; this was enforced before the run"] if size > 1 else []),
    )


def not_covered(program: Program, selected_among: int) -> tuple[str, ...]:
    """What the number says nothing about.

    Parameters
    ----------
    program
        What ran.
    selected_among
        How many runs there were of which this one was chosen, 1 for none.

    Returns
    -------
    tuple
        Sentences.
    """
    if selected_among > 1:
        chosen = f"selection among {selected_among} runs is not accounted: epsilon is that of one run alone"
    else:
        chosen = "if this run was selected among several because of its results, that selection is not accounted"
    floating = (
        "noise is taken to be exactly distributed over the real numbers; gaps of floating point are not accounted"
    )
    return (
        chosen,
        *([floating] if _CONTINUOUS.intersection(_kinds(program)) else []),
        "a divisor, rate or number of steps computed from the private data, such as a mean over the exact count",
        "other releases about the same people, tuning on the same data included; they add to epsilon",
        "what is true of many people, or is written in other people's data",
    )


def _kinds(program: Program) -> list[str]:
    """Names of the mechanisms, those released together one by one."""
    mechanisms: list[AbstractMechanism] = []
    for step, _ in program.parts:
        inner = step.mechanism.mechanisms if isinstance(step.mechanism, Together) else (step.mechanism,)
        mechanisms.extend(inner)
    return list(dict.fromkeys(type(mechanism).__name__ for mechanism in mechanisms))
