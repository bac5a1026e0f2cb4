"""Where the randomness of a run comes from."""

from __future__ import annotations

from dataclasses import dataclass

from tightdp import Randomness


@dataclass(frozen=True)
class Keys:
    """Two secrets, for two purposes.

    Parameters
    ----------
    batches
        Who is in a batch.
    noise
        The noise.
    """

    batches: Randomness
    noise: Randomness

    @classmethod
    def seeded(cls, number: int) -> Keys:
        """For reproduction, not for protection: whoever knows the number can take the noise off.

        Parameters
        ----------
        number
            A different one for each run.
        """
        return cls(Randomness.seeded(2 * number), Randomness.seeded(2 * number + 1))

    @classmethod
    def from_os(cls) -> Keys:
        """For protection: 256 bits each from the operating system."""
        return cls(Randomness.from_os(), Randomness.from_os())
