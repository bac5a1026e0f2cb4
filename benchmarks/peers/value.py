"""What a tool answers."""

from __future__ import annotations

import math
from typing import NamedTuple


class Value(NamedTuple):
    """Epsilon; ``lower`` is None where the tool gives one number only, ``upper`` is nan where it gives none."""

    lower: float | None
    upper: float


NO_ANSWER = Value(None, math.nan)
