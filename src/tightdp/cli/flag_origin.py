"""Names the flag that a value came from."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from tightdp.spec.origin import Origin
from tightdp.spec.paths import KeyPath, dotted


@dataclass(frozen=True, slots=True)
class FlagOrigin:
    """Values of a document that were given on the command line.

    Parameters
    ----------
    flags
        The flag behind each key path, for instance ``("phase", 0, "steps") -> "--steps"``.
    otherwise
        Names every other value.
    """

    flags: Mapping[KeyPath, str]
    otherwise: Origin | None = None

    def subject(self, path: KeyPath) -> str:
        """``--steps``, or ``--without-replacement batch_size`` for one value among several of a flag."""
        if path in self.flags:
            return self.flags[path]
        for length in range(len(path) - 1, 0, -1):
            if path[:length] in self.flags:
                return f"{self.flags[path[:length]]} {dotted(path[length:])}"
        return self.otherwise.subject(path) if self.otherwise else dotted(path)
