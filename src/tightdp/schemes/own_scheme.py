"""A sampling scheme of the user's own."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import ClassVar, final

import numpy as np
from numpy.typing import ArrayLike, NDArray

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.numerics.checks import whole
from tightdp.relations import Change
from tightdp.schemes.abstract_scheme import LARGEST_SIZE, AbstractScheme
from tightdp.schemes.batch_laws import AbstractBatchLaws
from tightdp.schemes.batch_table import BatchTable
from tightdp.schemes.changed_counts import ChangedCounts

Sampler = Callable[[int, np.random.Generator], ArrayLike]


@final
@dataclass(frozen=True, eq=False)
class OwnScheme(AbstractScheme):
    """Any sampling scheme, by the laws of its batches for each change of the data set that is to be protected.

    An answer speaks of the pairs of data sets whose batches follow these laws, and of no others. Where records are
    sampled differently (strata, users) make one scheme for each kind of record and report the largest answer.

    Parameters
    ----------
    laws
        The batch law under x and x' for each change, as a :class:`BatchTable` or :class:`BatchTypes`. A change whose
        reverse is given need not be stated itself.
    sampler
        ``(dataset_size, rng) -> indices``, what really draws a batch. Without it, batches are drawn from the first
        table's law of x, whose labels must then be indices 0, 1, ....
    exact_orders
        Where no bound that composes is known to be attained, a step is solved exactly at this many eps, each of which
        takes up to a second; 0, the default, leaves that out. Some 20 to 50 give a smaller epsilon.

    Raises
    ------
    InvalidInput
        If there is no law, a key is not a change, a value not a law, or ``exact_orders`` not a whole number >= 0.

    Examples
    --------
    >>> from tightdp import Gaussian, Remove, Step, account
    >>> from tightdp.schemes import BatchTypes
    >>> one = Change(removed=1)
    >>> laws = BatchTypes({"without": 0.99, "with": 0.01}, {"without": 1.0}, {("with", "without"): one})
    >>> run = 1000 * Step(Gaussian(1.0), OwnScheme({one: laws}))
    >>> round(account(run, Remove()).epsilon(1e-5).upper, 2)
    1.83
    """

    name: ClassVar[str] = "own"
    guarantees: ClassVar[tuple[str, ...]] = (
        "Batches are those of the sampler, or drawn from the table's law of x.",
        "Changes whose law was not given are refused.",
    )
    laws: Mapping[Change, AbstractBatchLaws]
    sampler: Sampler | None = None
    exact_orders: int = 0

    def __post_init__(self) -> None:
        if not isinstance(self.laws, Mapping) or not self.laws:  # pyright: ignore[reportUnnecessaryIsInstance]
            raise InvalidInput(
                "laws", self.laws, "a mapping from changes to batch laws, such as {Change(removed=1): table}"
            )
        for change, law in self.laws.items():
            if not isinstance(change, Change):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise InvalidInput("laws", change, "keyed by changes, such as Change(removed=1)")
            if not isinstance(law, AbstractBatchLaws):  # pyright: ignore[reportUnnecessaryIsInstance]
                raise InvalidInput(f"laws[{change!r}]", law, "a BatchTable or BatchTypes")
        object.__setattr__(self, "exact_orders", whole("exact_orders", self.exact_orders, 0))
        backwards = {change.swapped(): law.swapped() for change, law in self.laws.items()}
        object.__setattr__(
            self, "laws", {**self.laws, **{c: law for c, law in backwards.items() if c not in self.laws}}
        )

    def laws_of(self, change: Change) -> AbstractBatchLaws:
        """The two batch laws of one change.

        Parameters
        ----------
        change
            What leads from x to x'.

        Raises
        ------
        CannotAnswer
            If no law was given for it.
        """
        if change not in self.laws:
            raise CannotAnswer(
                f"the change {change} under a scheme of your own",
                "no law of the batches was given for it",
                "a relation whose changes have laws, or one more entry of laws",
            )
        return self.laws[change]

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen digits that follow from the laws, as far as the accounting sees them; not from the sampler."""
        seen = blake2b(digest_size=8)
        for change, law in sorted(self.laws.items(), key=lambda item: repr(item[0])):
            classes = law.classes
            seen.update(repr(change).encode() + classes.p.tobytes() + classes.q.tobytes() + classes.missing.tobytes())
        return seen.hexdigest()

    def law(self, change: Change) -> ChangedCounts:
        """Refused: the batches of such a scheme are more than a number of changed records.

        Parameters
        ----------
        change
            What leads from x to x'.

        Raises
        ------
        CannotAnswer
            Always.
        """
        raise CannotAnswer(
            f"the number of changed records for {change}",
            "a scheme of your own is known by the laws of its batches",
            "laws_of(change), or account()",
        )

    def allowed_sizes(self) -> tuple[int, int]:
        """Any size for a sampler; for a table the number of its labels."""
        if self.sampler is not None:
            return 0, LARGEST_SIZE
        size = 1 + max((int(batch[-1]) for batch in self._drawn[0] if len(batch)), default=-1)
        return size, size

    @cached_property
    def _drawn(self) -> tuple[list[NDArray[np.int64]], NDArray[np.float64]]:
        """The batches of the first table's law of x, and the chance of each and those before it."""
        table = next((law for law in self.laws.values() if isinstance(law, BatchTable)), None)
        labels = set[object]() if table is None else {label for batch in table.x for label in batch}
        if table is None or labels != set(range(len(labels))):
            raise CannotAnswer(
                "batches of a scheme of your own",
                "it has no sampler, and no table whose labels are indices 0, 1, ...",
                "OwnScheme(laws, sampler=...)",
            )
        chances = np.array(list(table.x.values()), dtype=np.float64)
        up_to = np.cumsum(chances / chances.sum())
        return [np.sort(np.array(batch, dtype=np.int64)) for batch in table.x], up_to / up_to[-1]

    def draw(self, dataset_size: int, rng: np.random.Generator) -> NDArray[np.int64]:
        """What the sampler draws, in ascending order; else a batch of the table."""
        if self.sampler is not None:
            return np.sort(np.asarray(self.sampler(dataset_size, rng), dtype=np.int64))
        batches, up_to = self._drawn
        return batches[int(up_to.searchsorted(rng.random(), side="right"))].copy()
