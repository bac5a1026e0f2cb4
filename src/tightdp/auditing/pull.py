"""How far each changed record moves a sum."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tightdp.auditing.worst_release import Array, Places


@dataclass(frozen=True)
class Pull:
    """How far each changed record moves the sum: ``i up`` at place i, ``-j down`` at place -j.

    Parameters
    ----------
    up
        Distance for each record of x that x' lacks, in multiples of one record's contribution.
    down
        Distance for each record that only x' holds, the other way.
    """

    up: float
    down: float

    def moved(self, places: Places) -> Array:
        """The sum at each place, ``(n,)``.

        Parameters
        ----------
        places
            The places, ``(n,)``.
        """
        return np.where(places > 0, places * self.up, places * self.down) + 0.0

    def seen(self, place: int) -> int:
        """The place, or 0 where its records do not move the sum.

        Parameters
        ----------
        place
            The place.
        """
        return place if (self.up if place > 0 else self.down) else 0
