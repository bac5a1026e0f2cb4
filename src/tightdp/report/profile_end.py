"""How far a privacy profile is worth showing."""

from __future__ import annotations

import math

from tightdp.accounting import Answer

SMALL_DELTAS = (1e-9, 1e-7, 1e-5, 1e-3, 1e-1)


def profile_end(answer: Answer, start: float = 0.0) -> float:
    """A round epsilon where delta is about 1e-9, or about the least delta that can be reached.

    Parameters
    ----------
    answer
        Whose profile it is.
    start
        Where the profile starts [nats].

    Returns
    -------
    float
        In nats, above ``start``.
    """
    uppers = (answer.epsilon(delta).upper for delta in SMALL_DELTAS)
    found = next((upper for upper in uppers if math.isfinite(upper)), 0.0)
    if found <= start:
        return start + 1.0
    digit = 10.0 ** math.floor(math.log10(found))
    return math.ceil(found / digit * 2.0 - 0.01) * digit / 2.0
