"""Which sampling scheme a PyTorch loader realises."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from tightdp.errors import CannotAnswer, InvalidInput
from tightdp.integrations.resumable_loader import ResumableLoader
from tightdp.schemes import AbstractScheme, FullBatch, Poisson, WithReplacement

Kind = Literal[
    "poisson", "without-replacement", "with-replacement", "random-allocation", "full-batch", "own", "shuffled", "none"
]
_BUILT_IN: tuple[Kind, ...] = ("poisson", "without-replacement", "with-replacement", "random-allocation", "full-batch")

_FLOAT_BITS = 24  # torch.rand gives multiples of 2^-24
_SHUFFLED = (
    "it shuffles and cuts: batches of one pass depend on each other, no amplification is proven for them, and the "
    "Poisson number can be far too small; TrainingPlan(sampling='shuffled').not_your_sampler() has numbers around it"
)


@dataclass(frozen=True, slots=True)
class LoaderScheme:
    """What a loader's code draws, as far as it is known.

    Parameters
    ----------
    kind
        The name of the scheme; ``"shuffled"``, or ``"none"`` where nothing random is known to happen.
    scheme
        What to account for, on the safe side of how PyTorch rounds; ``None`` if no scheme here covers it.
    words
        What that means.
    """

    kind: Kind
    scheme: AbstractScheme | None
    words: str

    def __str__(self) -> str:
        return f"{self.kind}: {self.words}"


def loader_scheme(loader: object) -> LoaderScheme:
    """Read a ``DataLoader``'s batch sampler; nothing is drawn and no data are read.

    Parameters
    ----------
    loader
        A ``torch.utils.data.DataLoader``, Opacus's among them, or a :class:`ResumableLoader`. Subclasses of samplers
        may draw otherwise and are not taken for their parents.

    Raises
    ------
    InvalidInput
        If it has no batch sampler to look at.
    """
    batches = logical_batches(loader)
    if batches is None:
        return LoaderScheme("none", None, "it hands out single records or its data set's own batches")
    read = _BATCHES.get(_class(batches))
    return _unknown(batches) if read is None else read(batches)


def logical_batches(loader: object) -> Any:
    """The batch sampler whose batches are steps: that of the loader, below those that only load batches in parts.

    Parameters
    ----------
    loader
        As for :func:`loader_scheme`.

    Returns
    -------
    sampler
        ``None`` if the loader makes no batches.

    Raises
    ------
    InvalidInput
        If it has no batch sampler to look at.
    """
    held: Any = loader.loader if isinstance(loader, ResumableLoader) else loader
    if not hasattr(held, "batch_sampler") or not hasattr(held, "dataset"):
        raise InvalidInput("loader", type(loader).__name__, "a torch.utils.data.DataLoader")
    batches = held.batch_sampler
    while _class(batches) == "opacus.utils.batch_memory_manager.BatchSplittingSampler":
        batches = batches.sampler  # parts of logical batches, added up before the noise
    return batches


def check_loader(loader: object, scheme: AbstractScheme) -> None:
    """Nothing, if the loader draws what is accounted; a refusal in words otherwise.

    Parameters
    ----------
    loader
        A ``torch.utils.data.DataLoader``.
    scheme
        What the accounting assumes.

    Raises
    ------
    CannotAnswer
        If the loader draws something else, or something that is not known.
    """
    found = loader_scheme(loader)
    if found.scheme != scheme:
        instead = (
            "DataLoader(dataset, batch_sampler=TorchBatchSampler(BatchSampler(scheme, ...)))"
            if found.scheme is None
            else f"account for {found.scheme!r}"
        )
        raise CannotAnswer(f"{scheme!r} with this loader", f"the loader draws otherwise: {found}", instead)


def _class(value: object) -> str:
    return f"{type(value).__module__}.{type(value).__qualname__}"


def _unknown(sampler: object) -> LoaderScheme:
    return LoaderScheme("none", None, f"nothing is known about how {_class(sampler)} draws")


def _ours(batches: Any) -> LoaderScheme:
    scheme: AbstractScheme = batches.sampler.scheme
    names: Mapping[str, Kind] = {kind: kind for kind in _BUILT_IN}
    drawn = "each batch is drawn afresh" if scheme.batches_per_step == 1 else "each pass is dealt out afresh"
    share = f", rank {batches.sampler.rank} of {batches.sampler.world_size}" if batches.sampler.world_size > 1 else ""
    return LoaderScheme(names.get(scheme.name, "own"), scheme, f"{drawn}{share}; {batches.sampler.randomness.words}")


def _opacus(batches: Any) -> LoaderScheme:
    """A record is in where a multiple of 2^-24 is below the rate, so the rate is rounded up.

    ``torch.rand`` follows the default type: double precision rounds less, and a shorter one far more.
    """
    import torch

    kind = str(torch.get_default_dtype())
    if kind not in {"torch.float32", "torch.float64"}:
        words = f"coins thrown in {kind}, PyTorch's default type now, which may come up several times too often"
        return LoaderScheme("none", None, words)
    realised = min(math.ceil(batches.sample_rate * 2**_FLOAT_BITS) / 2**_FLOAT_BITS, 1.0)
    words = f"each record by its own coin, at rate {batches.sample_rate:.9g} that single precision makes {realised:.9g}"
    return LoaderScheme("poisson", Poisson(realised), words)


def _opacus_distributed(batches: Any) -> LoaderScheme:  # noqa: ARG001
    words = "a rank without records leaves the batch out, so that its later batches meet other ranks' earlier ones"
    return LoaderScheme("none", None, words)


def _cut(batches: Any) -> LoaderScheme:
    """``torch.utils.data.BatchSampler``: a sampler of records, cut into batches."""
    sampler, size = batches.sampler, batches.batch_size
    read = _RECORDS.get(_class(sampler))
    if read is None:
        return _unknown(sampler)
    if batches.drop_last and hasattr(sampler, "__len__") and len(sampler) < size:
        return LoaderScheme(
            "none", None, "it hands out nothing: fewer records than a batch, and drop_last leaves them out"
        )
    return read(sampler, size)


def _random(sampler: Any, size: int) -> LoaderScheme:
    """With replacement, a smaller last batch of a pass is covered by the full size.

    Its number of changed records is stochastically smaller, and the best tests between log-concave noise at larger and
    at smaller shifts are half-lines, which larger shifts only help.
    """
    records = len(sampler.data_source)
    if not sampler.replacement:
        return _whole(sampler, size) or LoaderScheme("shuffled", None, _SHUFFLED)
    likely = largest_chance(records)
    safe = max(math.floor(1 / likely), 1) if records > 1 else 1
    words = (
        f"each place of a batch independently, one of {records} records; PyTorch's remainders make some of them up to "
        f"{likely * records - 1:.2g} likelier than others, which a data set of {safe} covers"
    )
    return LoaderScheme("with-replacement", WithReplacement(safe, size), words)


def largest_chance(records: int) -> float:
    """``ceil(2^w / n) / 2^w``: the likeliest index of ``torch.randint``, the remainder of w random bits.

    Parameters
    ----------
    records
        n >= 1. PyTorch 2.6 takes w = 32 bits for n below 2^32 and 64 above; later releases take 64 from 2^28 on, which
        is no worse.
    """
    width = 2**32 if records < 2**32 else 2**64
    return -(-width // records) / width


def _in_order(sampler: Any, size: int) -> LoaderScheme:
    words = "batches are cut in the order of the data: nothing is random, so nothing is amplified"
    return _whole(sampler, size) or LoaderScheme("none", None, words)


def _whole(sampler: Any, size: int) -> LoaderScheme | None:
    """One batch a pass that is the whole data set, whatever its order."""
    if size >= len(sampler) == len(sampler.data_source):
        return LoaderScheme("full-batch", FullBatch(), "every batch is the whole data set")
    return None


def _weighted(sampler: Any, size: int) -> LoaderScheme:  # noqa: ARG001
    if not sampler.replacement:
        return LoaderScheme("shuffled", None, f"{_SHUFFLED}; and records have unequal chances")
    words = "records have unequal chances: account for the largest of them with a scheme of your own"
    return LoaderScheme("none", None, words)


def _shuffled(sampler: Any, size: int) -> LoaderScheme:  # noqa: ARG001
    return LoaderScheme("shuffled", None, _SHUFFLED)


def _streamed(sampler: Any, size: int) -> LoaderScheme:  # noqa: ARG001
    return LoaderScheme("none", None, "an iterable data set hands out records in an order of its own")


def _distributed(sampler: Any, size: int) -> LoaderScheme:  # noqa: ARG001
    repeated = "" if sampler.drop_last else "; records that fill up the last batches are used twice in a pass"
    if sampler.shuffle:
        return LoaderScheme("shuffled", None, _SHUFFLED + repeated)
    return LoaderScheme("none", None, f"each rank takes its part in the order of the data: nothing is random{repeated}")


_DATA = "torch.utils.data"
_BATCHES: Mapping[str, Callable[[Any], LoaderScheme]] = {
    "tightdp.integrations.torch_batch_sampler.TorchBatchSampler": _ours,
    "opacus.utils.uniform_sampler.UniformWithReplacementSampler": _opacus,
    "opacus.utils.uniform_sampler.DistributedUniformWithReplacementSampler": _opacus_distributed,
    f"{_DATA}.sampler.BatchSampler": _cut,
}
_RECORDS: Mapping[str, Callable[[Any, int], LoaderScheme]] = {
    f"{_DATA}.sampler.RandomSampler": _random,
    f"{_DATA}.sampler.SequentialSampler": _in_order,
    f"{_DATA}.sampler.SubsetRandomSampler": _shuffled,
    f"{_DATA}.sampler.WeightedRandomSampler": _weighted,
    f"{_DATA}.distributed.DistributedSampler": _distributed,
    f"{_DATA}.dataloader._InfiniteConstantSampler": _streamed,
}
