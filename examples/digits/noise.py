"""Normal numbers from a cryptographic stream: whoever sees some of them cannot work out the others."""

from __future__ import annotations

from hashlib import shake_256

import numpy as np
from numpy.typing import NDArray
from scipy.special import ndtri

PURPOSE = b"noise of the digits example"
BITS = 52  # k + 1/2 is then exact in float64, and no number is 0 or 1


def normal_numbers(key: bytes, step: int, size: int) -> NDArray[np.float64]:
    """``ndtri((k + 1/2) / 2^52)``, k from 52 bits of SHAKE-256 of the key and the step.

    A generator for statistics would not do. The weights of two pixels that are blank in every image get the same
    gradient, so that the difference of their updates is noise alone, and the state of such a generator follows from
    enough of its output.

    Parameters
    ----------
    key
        32 bytes, used for nothing else; secret, unless the run is only to be reproduced.
    step
        Number of the step: each has noise of its own.
    size
        How many numbers.
    """
    stream = shake_256(PURPOSE + key + step.to_bytes(8, "little")).digest(8 * size)
    bits = np.frombuffer(stream, dtype="<u8") >> (64 - BITS)
    return ndtri((bits + 0.5) / 2.0**BITS)
