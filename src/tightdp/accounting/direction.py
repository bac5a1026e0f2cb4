"""One ordered change of the data set: programs that bound its loss from above and from below."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from tightdp.accounting.because import DirectionReason
from tightdp.accounting.group_losses import GroupLosses
from tightdp.accounting.loss_program import AbstractLossProgram, loss_program
from tightdp.accounting.single_record import smaller
from tightdp.accounting.step import Program
from tightdp.errors import CannotAnswer
from tightdp.pairs.dominating import Dominating
from tightdp.pairs.pair import AbstractPair
from tightdp.pld.composed import MOST_POINTS
from tightdp.relations import Change
from tightdp.schemes import RandomAllocation
from tightdp.transport import Route, dominate

Guarantees = tuple[tuple[tuple[Dominating, ...], int], ...]


@dataclass(frozen=True)
class Direction:
    """The two sides of one ordered change.

    Parameters
    ----------
    reason
        Theorems and distances.
    above
        Loss programs of dominating pairs; the smallest of their upper ends is taken.
    below
        Loss programs of attained pairs; the largest of their lower ends is taken. Empty where ``above`` is one
        program that is attained itself.
    notes
        Sentences about the guarantees used.
    """

    reason: DirectionReason
    above: tuple[AbstractLossProgram, ...]
    below: tuple[AbstractLossProgram, ...]
    notes: tuple[str, ...]

    @property
    def tight(self) -> bool:
        """Whether both ends speak of the mechanism through one attained program."""
        return self.reason.tight


def direction(program: Program, change: Change, route: Route, most_points: int = MOST_POINTS) -> Direction:
    """Ask transport about every step and compose what it says.

    Parameters
    ----------
    program
        Steps and counts.
    change
        Which records differ.
    route
        Which routes transport may take.
    most_points
        Largest number of grid points of a composition.
    """
    found = tuple((dominate(step.mechanism, step.scheme, change, route), count) for step, count in program.parts)
    attained = all(len(options) == 1 and options[0].tight for options, _ in found)
    tight = attained or (program.steps == 1 and found[0][0][0].tight_once)
    options = max((len(options) for options, _ in found), default=1)
    above = tuple(
        loss_program(tuple((choices[min(i, len(choices) - 1)].pair, count) for choices, count in found), most_points)
        for i in range(options)
    )
    used = [choice for choices, _ in found for choice in choices]
    keys = [choice.theorem for choice in used]
    chain = chain_of(program, change)
    if not tight and route == "tightest" and (links := link_programs(program, chain, most_points)):
        above, keys = (GroupLosses(above, links, chain.size),), [*keys, "GP"]
    reason = DirectionReason(change, _unique(keys), _unique(choice.distance for choice in used), tight)
    is_itself = attained and not any(options[0].rounded for options, _ in found)
    below = () if is_itself else tuple(loss_program(parts, most_points) for parts in _witnesses(found))
    return Direction(reason, above, below, _unique(choice.note for choice in used if choice.note))


def chain_of(program: Program, change: Change) -> Change:
    """The change as a chain of one-record changes has it: replaced records of an allocation leave before others come.

    Parameters
    ----------
    program
        Steps and counts.
    change
        Which records differ.
    """
    if change.substituted and any(isinstance(step.scheme, RandomAllocation) for step, _ in program.parts):
        return Change(removed=change.substituted, inserted=change.substituted)
    return change


@lru_cache(maxsize=64)
def link_programs(program: Program, change: Change, most_points: int) -> tuple[tuple[AbstractLossProgram, ...], ...]:
    """Loss programs of each kind of one-record change in a chain from x to x'; none where one record is all there is.

    Parameters
    ----------
    program
        Steps and counts.
    change
        Which records differ.
    most_points
        Largest number of grid points of a composition.
    """
    if change.size < 2:
        return ()
    try:
        parts = tuple((replace(step, scheme=smaller(step.scheme, change)), count) for step, count in program.parts)
        return tuple(direction(Program(parts), link, "tightest", most_points).above for link in change.links())
    except CannotAnswer:
        return ()


def _witnesses(found: Guarantees) -> list[tuple[tuple[AbstractPair, int], ...]]:
    """Attained programs: each kind of witness throughout, and the first two in equal shares."""
    kinds = max(len(options[0].witnesses) for options, _ in found)
    programs = [
        tuple((options[0].witnesses[min(i, len(options[0].witnesses) - 1)], count) for options, count in found)
        for i in range(kinds)
    ]
    if kinds > 1 and sum(count for _, count in found) > 1:
        mixed: list[tuple[AbstractPair, int]] = []
        for options, count in found:
            first, second = (
                options[0].witnesses[0],
                options[0].witnesses[min(1, len(options[0].witnesses) - 1)],
            )
            mixed += [(first, count - count // 2), (second, count // 2)]
        programs.append(tuple(mixed))
    return programs


def _unique(words: Iterable[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(words))
