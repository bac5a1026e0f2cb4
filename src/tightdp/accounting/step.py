"""One step of a run, and runs of steps."""

from __future__ import annotations

from dataclasses import dataclass, field

from tightdp.errors import InvalidInput
from tightdp.mechanisms import AbstractMechanism
from tightdp.numerics.checks import whole
from tightdp.schemes import AbstractScheme

MOST_STEPS = 10**12


@dataclass(frozen=True)
class Step:
    """``mechanism(batch)`` with a batch freshly drawn by ``scheme``, unseen by anyone.

    Steps add and repeat: ``10_000 * Step(a, s) + Step(b, s)`` is a :class:`Program`.

    Parameters
    ----------
    mechanism
        What is released about the batch.
    scheme
        How the batch is drawn, independently of all other steps.

    Raises
    ------
    InvalidInput
        If an argument is not a mechanism or not a scheme.
    """

    mechanism: AbstractMechanism
    scheme: AbstractScheme

    def __post_init__(self) -> None:
        if not isinstance(self.mechanism, AbstractMechanism):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("mechanism", self.mechanism, "a mechanism, such as Gaussian(noise_multiplier=1.0)")
        if not isinstance(self.scheme, AbstractScheme):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("scheme", self.scheme, "a sampling scheme, such as Poisson(rate=0.01)")

    def __mul__(self, times: int) -> Program:
        """The step, taken ``times`` times."""
        return Program(((self, whole("steps", times, 0)),))

    __rmul__ = __mul__

    def __add__(self, other: Step | Program) -> Program:
        """One step after another."""
        return Program(((self, 1),)) + other

    def __radd__(self, other: int) -> Program:
        """``0 + step``, so that ``sum`` works."""
        return other + Program(((self, 1),))


@dataclass(frozen=True)
class Program:
    """Steps with how often each is taken; the order does not matter to the accounting.

    Equal steps are merged and steps taken 0 times dropped. The queries of later steps may depend on earlier outputs;
    which mechanism and scheme a step uses may not.

    Parameters
    ----------
    parts
        Steps and counts, ``((step, count), ...)``.

    Raises
    ------
    InvalidInput
        If a count is not a whole number >= 0, a part is not a step, or there are more than 10^12 steps.
    """

    parts: tuple[tuple[Step, int], ...] = ()
    # The same as a dictionary, whose stored hashes make a long sum of programs quick.
    _counts: dict[Step, int] = field(init=False, repr=False, compare=False, default_factory=dict["Step", int])

    def __post_init__(self) -> None:
        for step, _ in self.parts:
            if not isinstance(step, Step):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise InvalidInput("step", step, "a Step(mechanism, scheme)")
        self._keep(_merged({}, self.parts))

    def _keep(self, counts: dict[Step, int]) -> None:
        if sum(counts.values()) > MOST_STEPS:
            raise InvalidInput("steps", sum(counts.values()), f"at most {MOST_STEPS} in total")
        object.__setattr__(self, "parts", tuple(counts.items()))
        object.__setattr__(self, "_counts", counts)

    @property
    def steps(self) -> int:
        """Total number of steps."""
        return sum(count for _, count in self.parts)

    @property
    def releases(self) -> int:
        """Total number of releases: one for each batch, and a step of random allocation draws those of a whole pass."""
        return sum(count * step.scheme.batches_per_step for step, count in self.parts)

    def __add__(self, other: Step | Program) -> Program:
        """One run after another."""
        if isinstance(other, Step):
            other = Program(((other, 1),))
        if not isinstance(other, Program):  # pyright: ignore[reportUnnecessaryIsInstance]
            return NotImplemented
        both = Program()
        both._keep(_merged(self._counts, other.parts))
        return both

    def __radd__(self, other: int) -> Program:
        """``0 + program``, so that ``sum`` works."""
        if other != 0:
            raise InvalidInput("summand", other, "a Step or a Program")
        return self

    def __mul__(self, times: int) -> Program:
        """The whole run, repeated."""
        n = whole("times", times, 0)
        return Program(tuple((step, count * n) for step, count in self.parts))

    __rmul__ = __mul__


def _merged(counts: dict[Step, int], parts: tuple[tuple[Step, int], ...]) -> dict[Step, int]:
    """Counts with more of them added; steps taken 0 times are left out."""
    merged = dict(counts)
    for step, count in parts:
        times = whole("steps", count, 0)
        if times:
            merged[step] = merged.get(step, 0) + times
    return merged
