"""Batches of a whole run: drawn when asked for, resumable, split over ranks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from typing import cast

import numpy as np
from numpy.typing import NDArray

from tightdp.accounting import Answer, Program, Step, account
from tightdp.errors import InvalidInput
from tightdp.mechanisms import AbstractMechanism
from tightdp.numerics.checks import whole
from tightdp.relations import AbstractRelation
from tightdp.sampling.randomness import Origin, Randomness
from tightdp.schemes import AbstractScheme, OwnScheme
from tightdp.schemes.abstract_scheme import LARGEST_SIZE

VERSION = 1
MOST_STEPS = 2**63
_HINT = "Build the sampler as the run that saved the state did"


@dataclass(slots=True)
class _Place:
    """Where a sampler is; the only thing that changes. The step whose batches were drawn last is kept at hand."""

    randomness: Randomness
    position: int = 0
    drawn: tuple[bytes, int] | None = None
    batches: tuple[NDArray[np.int64], ...] = ()


@dataclass(frozen=True, eq=False)
class BatchSampler:
    """``steps`` batches of ``scheme`` from ``dataset_size`` records, as one object that is accounted and that draws.

    Iterating goes on where the last iteration stopped and ends after ``steps`` batches in all. The position is the
    number of batches that were handed out; a state saved after step t's update continues with step t + 1. Where a step
    of the scheme is a whole pass (``RandomAllocation``), ``steps`` counts updates here, and a begun pass is accounted
    as a whole one.

    Parameters
    ----------
    scheme
        How a batch is drawn.
    dataset_size
        Number of records at hand; where the scheme states a number, the same one.
    steps
        Batches of the whole run, >= 0.
    source
        Where the first key comes from: by default the operating system. A loaded state brings its own.
    rank, world_size
        Which share of each batch is handed out: places rank, rank + world_size, ... Set by :meth:`shard`.

    Raises
    ------
    InvalidInput
        If an argument is out of range.

    Examples
    --------
    >>> from tightdp import Poisson
    >>> sampler = BatchSampler(Poisson(0.25), dataset_size=8, steps=3, source=Randomness.seeded(1))
    >>> batches = list(sampler)
    >>> [len(batch) for batch in batches] == [len(sampler.batch(t)) for t in range(3)]
    True
    >>> len(sampler), sampler.position
    (0, 3)
    """

    scheme: AbstractScheme
    dataset_size: int
    steps: int
    source: Randomness = field(default_factory=Randomness.from_os)
    rank: int = 0
    world_size: int = 1
    _place: _Place = field(init=False, repr=False)

    def __post_init__(self) -> None:
        for name, least in (("dataset_size", 0), ("steps", 0), ("rank", 0), ("world_size", 1)):
            object.__setattr__(self, name, whole(name, getattr(self, name), least))
        self.scheme.batches(self.dataset_size, 0, np.random.default_rng(0))  # checks the number of records
        _, stated = self.scheme.allowed_sizes()
        if self.dataset_size != stated < LARGEST_SIZE:
            hint = "Batches of that size are drawn from fewer records at a larger rate than is accounted"
            raise InvalidInput("dataset_size", self.dataset_size, f"{stated}, as the scheme says", hint)
        if not self.steps < MOST_STEPS:
            raise InvalidInput("steps", self.steps, "below 2^63")
        if not isinstance(self.source, Randomness):  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("source", self.source, "Randomness.from_os() or Randomness.seeded(...)")
        if not self.rank < self.world_size:
            raise InvalidInput("rank", self.rank, f"below world_size = {self.world_size}")
        object.__setattr__(self, "_place", _Place(self.source))

    @property
    def position(self) -> int:
        """Batches handed out so far: the number of the next step, counted from 0."""
        return self._place.position

    @property
    def randomness(self) -> Randomness:
        """The key in use."""
        return self._place.randomness

    def __len__(self) -> int:
        """Batches that are left."""
        return self.steps - self.position

    def __iter__(self) -> Iterator[NDArray[np.int64]]:
        """The share of this rank in each batch that is left."""
        while self.position < self.steps:
            self._place.position += 1
            yield self.batch(self.position - 1)

    def global_batch(self, step: int) -> NDArray[np.int64]:
        """The whole batch of one step, the same on every rank; the position stays.

        Parameters
        ----------
        step
            t, a whole number in [0, steps).

        Raises
        ------
        InvalidInput
            If there is no such step.
        """
        at = whole("step", step, 0)
        if not at < self.steps:
            raise InvalidInput("step", step, f"below steps = {self.steps}")
        per_step = self.scheme.batches_per_step
        if per_step == 1:
            return self.scheme.draw(self.dataset_size, self.randomness.generator(at))
        place, wanted = self._place, (self.randomness.key, at // per_step)
        if place.drawn != wanted:
            rng = self.randomness.generator(at // per_step)
            place.drawn, place.batches = wanted, tuple(self.scheme.draw_step(self.dataset_size, rng))
        return place.batches[at % per_step].copy()

    def batch(self, step: int) -> NDArray[np.int64]:
        """The share of this rank in one step's batch; the position stays.

        Parameters
        ----------
        step
            t, a whole number in [0, steps).
        """
        return self.global_batch(step)[self.rank :: self.world_size]

    def shard(self, rank: int, world_size: int) -> BatchSampler:
        """The share of one rank: disjoint from the others' and, with them, exactly the global batch.

        Noise belongs to the sum over all ranks: it is added once, or in shares whose variances add up to it.

        Parameters
        ----------
        rank
            Which rank, in [0, world_size).
        world_size
            Number of ranks, all with the same key.

        Raises
        ------
        InvalidInput
            If this sampler hands out a share already.
        """
        if self.world_size > 1:
            raise InvalidInput("world_size", self.world_size, "1 for a sampler that is to be split")
        share = replace(self, source=self.randomness, rank=rank, world_size=world_size)
        object.__setattr__(share, "_place", replace(self._place))
        return share

    def program(self, mechanism: AbstractMechanism) -> Program:
        """The whole run with one release for each batch; a begun pass counts as a whole one.

        Parameters
        ----------
        mechanism
            What is released about a batch.
        """
        return -(-self.steps // self.scheme.batches_per_step) * Step(mechanism, self.scheme)

    def account(self, mechanism: AbstractMechanism, relation: AbstractRelation, *, rtol: float = 1e-3) -> Answer:
        """The answer for the whole run, with the choice of randomness among its notes.

        Parameters
        ----------
        mechanism
            What is released about a batch.
        relation
            Who may differ.
        rtol
            As for :func:`tightdp.account`.
        """
        answer = account(self.program(mechanism), relation, rtol=rtol)
        return replace(answer, stated=(self.randomness.words,))

    def state_dict(self, position: int | None = None) -> dict[str, object]:
        """What :meth:`load_state_dict` needs, ready for JSON. It holds the key: keep it as secret as the batches.

        Parameters
        ----------
        position
            Steps that were taken; by default the batches that were handed out. State it where a loader fetches batches
            ahead of the training loop.

        Raises
        ------
        InvalidInput
            If it is not in [0, steps].
        """
        at = self.position if position is None else whole("position", position, 0)
        if at > self.steps:
            raise InvalidInput("position", position, f"at most steps = {self.steps}")
        return {
            "version": VERSION,
            **self._described(),
            "position": at,
            "key": self.randomness.key.hex(),
            "origin": self.randomness.origin,
            "last_draw": self._digest(at),
        }

    def load_state_dict(self, state: Mapping[str, object]) -> None:
        """Go on exactly where a saved run stopped, on this rank's share; the number of ranks may have changed.

        Parameters
        ----------
        state
            What :meth:`state_dict` gave.

        Raises
        ------
        InvalidInput
            If it is of another kind of run, or the last batch before it comes out differently here: then this version
            of NumPy draws otherwise, and the run would not go on with the draws it began.
        """
        if state.get("version") != VERSION:
            raise InvalidInput("version of the state", state.get("version"), f"{VERSION}, the one that is known here")
        for name, value in self._described().items():
            if state.get(name) != value:
                raise InvalidInput(f"{name} of the state", state.get(name), f"{value!r} as in this sampler", _HINT)
        at = whole("position of the state", state.get("position"), 0)
        if at > self.steps:
            raise InvalidInput("position of the state", at, f"at most steps = {self.steps}")
        before = replace(self._place)
        self._place.randomness = _saved_randomness(state)
        self._place.position = at
        if self._digest(at) != state.get("last_draw"):
            self._place.randomness, self._place.position = before.randomness, before.position
            raise InvalidInput(
                "last_draw of the state",
                state.get("last_draw"),
                "the batch that is drawn here for the same step and key",
                f"Go on with the NumPy version that began the run (here {np.__version__})",
            )

    def _described(self) -> dict[str, object]:
        """What a state must agree in; schemes of one's own may hold functions and go by their laws."""
        scheme = self.scheme
        words = f"{scheme.name} {scheme.fingerprint}" if isinstance(scheme, OwnScheme) else repr(scheme)
        return {"scheme": words, "dataset_size": self.dataset_size, "steps": self.steps}

    def _digest(self, position: int) -> str:
        """A fingerprint of the batch before a position."""
        drawn = self.global_batch(position - 1) if position else np.zeros(0, dtype=np.int64)
        return blake2b(drawn.tobytes(), key=self.randomness.key, digest_size=16).hexdigest()


def _saved_randomness(state: Mapping[str, object]) -> Randomness:
    """The key of a state."""
    try:
        key = bytes.fromhex(str(state.get("key")))
    except ValueError:
        raise InvalidInput("key of the state", "(not shown)", "hexadecimal digits") from None
    return Randomness(key, cast("Origin", state.get("origin")))
