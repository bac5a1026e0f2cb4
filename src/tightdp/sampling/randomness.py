"""Where the randomness of batches comes from."""

from __future__ import annotations

import secrets
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Literal

import numpy as np

from tightdp.errors import InvalidInput
from tightdp.numerics.checks import whole

Origin = Literal["operating system", "seed"]
KEY_BYTES = 32
_PURPOSE = b"tightdp batches"


@dataclass(frozen=True, slots=True)
class Randomness:
    """One generator for each step, from a secret key: ``seed of step t = BLAKE2b_key(t)``.

    The batch of step t is a function of the key and t, so that a run can go on anywhere and every rank can draw the
    same global batch. Each step has a NumPy PCG64DXSM of its own, seeded with 256 bits. PCG64DXSM is a generator for
    statistics: whoever sees much of one step's draws might reconstruct that step, but not the others, since the keyed
    hash does not lead back to the key.

    Parameters
    ----------
    key
        32 bytes, as secret as the batches are.
    origin
        ``"operating system"`` for real runs; ``"seed"`` for tests, where anyone who guesses the seed knows every batch.

    Raises
    ------
    InvalidInput
        If the key does not have 32 bytes, or the origin is neither of the two.
    """

    key: bytes = field(repr=False)
    origin: Origin

    def __post_init__(self) -> None:
        if not isinstance(self.key, bytes) or len(self.key) != KEY_BYTES:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput("key", "(not shown)", f"{KEY_BYTES} bytes")
        if self.origin not in ("operating system", "seed"):
            raise InvalidInput("origin", self.origin, "'operating system' or 'seed'")

    @classmethod
    def from_os(cls) -> Randomness:
        """A key of 256 bits from the operating system, for real runs."""
        return cls(secrets.token_bytes(KEY_BYTES), "operating system")

    @classmethod
    def seeded(cls, seed: int) -> Randomness:
        """The same draws every time, for tests.

        Parameters
        ----------
        seed
            A whole number in [0, 2^256).

        Raises
        ------
        InvalidInput
            If it is not.
        """
        number = whole("seed", seed, 0)
        if number.bit_length() > 8 * KEY_BYTES:
            raise InvalidInput("seed", seed, "a whole number in [0, 2^256)")
        return cls(number.to_bytes(KEY_BYTES, "little"), "seed")

    def generator(self, step: int) -> np.random.Generator:
        """The generator of one step, fresh at every call.

        Parameters
        ----------
        step
            t, a whole number in [0, 2^64).
        """
        hashed = blake2b(step.to_bytes(8, "little"), key=self.key, digest_size=KEY_BYTES, person=_PURPOSE)
        seed = np.random.SeedSequence(int.from_bytes(hashed.digest(), "little"), pool_size=8)
        return np.random.Generator(np.random.PCG64DXSM(seed))

    @property
    def words(self) -> str:
        """The choice in a sentence, for an answer's notes."""
        if self.origin == "seed":
            return "batches were drawn from a seed, for tests only: whoever knows the seed knows who was in each batch"
        return "batches were drawn with a secret 256-bit key from the operating system"
