from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tightdp import BatchTable, CannotAnswer, FullBatch, InvalidInput, OwnScheme, Poisson, RandomAllocation
from tightdp import WithoutReplacement as Fixed
from tightdp import WithReplacement as Repeated
from tightdp.integrations.loader_scheme import (
    LoaderScheme,
    check_loader,
    largest_chance,
    loader_scheme,
    logical_batches,
)
from tightdp.integrations.resumable_loader import ResumableLoader
from tightdp.integrations.torch_batch_sampler import TorchBatchSampler
from tightdp.relations import Change
from tightdp.sampling import BatchSampler, Randomness
from tightdp.schemes import AbstractScheme

torch: Any = pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")
data: Any = torch.utils.data
RECORDS = data.TensorDataset(torch.arange(1000))
LAW = BatchTable({(0,): 0.5, (): 0.5}, {(): 1.0})
OWN = OwnScheme({Change(removed=1): LAW}, sampler=lambda n, rng: rng.integers(n, size=2))


class Streamed(data.IterableDataset):  # type: ignore[misc]
    def __iter__(self) -> Any:
        return iter(range(10))


def random(**options: Any) -> Any:
    return data.RandomSampler(RECORDS, **options)


@pytest.mark.parametrize(
    ("scheme", "kind"),
    [
        (Poisson(0.1), "poisson"),
        (Fixed(1000, 10), "without-replacement"),
        (Repeated(1000, 10), "with-replacement"),
        (FullBatch(), "full-batch"),
        (RandomAllocation(5), "random-allocation"),
        (OWN, "own"),
    ],
)
def test_our_own_sampler_is_its_scheme(scheme: AbstractScheme, kind: str) -> None:
    batches = TorchBatchSampler(BatchSampler(scheme, dataset_size=1000, steps=3, source=Randomness.seeded(1)))
    loader = data.DataLoader(RECORDS, batch_sampler=batches)
    found = loader_scheme(loader)
    assert (found.kind, found.scheme) == (kind, scheme)
    assert "for tests only" in str(found)
    check_loader(loader, scheme)
    assert loader_scheme(ResumableLoader(loader)) == found
    share = TorchBatchSampler(batches.sampler.shard(1, 2))
    assert "rank 1 of 2" in loader_scheme(data.DataLoader(RECORDS, batch_sampler=share)).words


@pytest.mark.parametrize(
    ("loader", "kind", "words"),
    [
        (data.DataLoader(RECORDS, batch_size=10, shuffle=True), "shuffled", "can be far too small"),
        (data.DataLoader(RECORDS, batch_size=10), "none", "cut in the order of the data"),
        (data.DataLoader(RECORDS, batch_size=None), "none", "single records"),
        (data.DataLoader(RECORDS, batch_size=1000, shuffle=True), "full-batch", "the whole data set"),
        (data.DataLoader(RECORDS, batch_size=2000), "full-batch", "the whole data set"),
        (data.DataLoader(RECORDS, batch_size=2000, drop_last=True), "none", "it hands out nothing"),
        (data.DataLoader(RECORDS, batch_size=1000, drop_last=True), "full-batch", "the whole data set"),
        (data.DataLoader(RECORDS, batch_size=1000, sampler=random(num_samples=1500)), "shuffled", "shuffles and cuts"),
        (data.DataLoader(RECORDS, batch_size=5, sampler=data.SubsetRandomSampler(range(9))), "shuffled", "shuffles"),
        (data.DataLoader(RECORDS, 5, sampler=data.WeightedRandomSampler([0.1, 0.9], 20)), "none", "unequal chances"),
        (
            data.DataLoader(RECORDS, 5, sampler=data.WeightedRandomSampler([0.1, 0.9], 2, replacement=False)),
            "shuffled",
            "batches of one pass depend on each other",
        ),
        (data.DataLoader(Streamed(), 5), "none", "an order of its own"),
        (data.DataLoader(Streamed(), 5, drop_last=True), "none", "an order of its own"),
        (data.DataLoader(RECORDS, 5, sampler=data.DistributedSampler(RECORDS, 3, 0)), "shuffled", "used twice"),
        (
            data.DataLoader(RECORDS, 5, sampler=data.DistributedSampler(RECORDS, 3, 0, shuffle=False, drop_last=True)),
            "none",
            "nothing is random",
        ),
        (data.DataLoader(RECORDS, 5, sampler=range(7)), "none", "nothing is known about how builtins.range draws"),
        (data.DataLoader(RECORDS, batch_sampler=[[1, 2], [3]]), "none", "nothing is known about how builtins.list"),
    ],
)
def test_loaders_are_read(loader: Any, kind: str, words: str) -> None:
    found = loader_scheme(loader)
    assert found.kind == kind
    assert words in found.words
    assert (found.scheme is None) == (kind != "full-batch")


def test_a_subclass_is_not_taken_for_its_parent() -> None:
    class Sorted(data.RandomSampler):  # type: ignore[misc]
        pass

    loader = data.DataLoader(RECORDS, 5, sampler=Sorted(RECORDS, replacement=True))
    assert loader_scheme(loader).kind == "none"


def test_with_replacement_is_on_the_safe_side_of_pytorch_s_remainders() -> None:
    """torch.randint takes 32 bits modulo n: for n = 3 * 2^26 the first third of the records is 3% too likely."""
    found = loader_scheme(data.DataLoader(RECORDS, batch_size=10, sampler=random(replacement=True)))
    assert found == LoaderScheme("with-replacement", Repeated(999, 10), found.words)
    n = 3 * 2**26
    generator = torch.Generator().manual_seed(1)
    low = torch.randint(high=n, size=(10**6,), dtype=torch.int64, generator=generator) < n // 3
    share = float(low.double().mean())
    assert share == pytest.approx(n // 3 * largest_chance(n), abs=0.003)
    assert share > 1 / 3 + 0.007
    assert largest_chance(2**20) == 2.0**-20
    assert largest_chance(3 * 10**9) == 2.0**-31  # of PyTorch 2.6: issue 148175 there
    assert largest_chance(2**40 + 1) == pytest.approx(1 / (2**40 + 1), rel=1e-6)


def test_opacus_s_loader_has_a_rate_in_single_precision() -> None:
    """torch.rand gives multiples of 2^-24, so that a rate of 1e-6 is realised as 17 * 2^-24, which is 1.3% more."""
    opacus: Any = pytest.importorskip("opacus", reason="needs Opacus: make test-integrations")
    splitting: Any = pytest.importorskip("opacus.utils.batch_memory_manager")
    loader = opacus.data_loader.DPDataLoader(RECORDS, sample_rate=1e-6)
    found = loader_scheme(loader)
    assert found.scheme == Poisson(17 * 2.0**-24)
    parts = splitting.wrap_data_loader(data_loader=loader, max_batch_size=4, optimizer=None)
    assert loader_scheme(parts) == found
    assert logical_batches(parts) is logical_batches(loader) is loader.batch_sampler
    with pytest.raises(CannotAnswer, match=re.escape(f"account for {found.scheme!r}")):
        check_loader(loader, Poisson(1e-6))
    rare = opacus.data_loader.DPDataLoader(RECORDS, sample_rate=2.0**-26)
    assert loader_scheme(rare).scheme == Poisson(2.0**-24)


@pytest.mark.parametrize("short", [torch.float16, torch.bfloat16])
def test_opacus_s_coins_in_short_floats_are_refused(short: Any) -> None:
    """At rate 0.001, bfloat16 draws a record three times as often."""
    opacus: Any = pytest.importorskip("opacus", reason="needs Opacus: make test-integrations")
    records = data.TensorDataset(torch.arange(10**5))
    loader = opacus.data_loader.DPDataLoader(records, sample_rate=0.001, generator=torch.Generator().manual_seed(1))
    before = torch.get_default_dtype()
    torch.set_default_dtype(short)
    try:
        sizes = [len(batch) for batch, _ in zip(loader.batch_sampler, range(20), strict=False)]
        found = loader_scheme(loader)
    finally:
        torch.set_default_dtype(before)
    assert sum(sizes) / 2000 > 1.15
    assert (found.kind, found.scheme) == ("none", None)
    assert f"coins thrown in {short}" in found.words
    assert loader_scheme(loader).kind == "poisson"


def test_opacus_s_ranks_skip_empty_batches(tmp_path: Path) -> None:
    pytest.importorskip("opacus", reason="needs Opacus: make test-integrations")
    kind: Any = pytest.importorskip("opacus.utils.uniform_sampler").DistributedUniformWithReplacementSampler
    torch.distributed.init_process_group("gloo", f"file://{tmp_path / 'meeting'}", rank=0, world_size=1)
    try:
        batches = kind(total_size=1000, sample_rate=0.001, steps=50)
        found = loader_scheme(data.DataLoader(RECORDS, batch_sampler=batches))
        assert len(list(batches)) < 50
    finally:
        torch.distributed.destroy_process_group()
    assert (found.kind, found.scheme) == ("none", None)
    assert "leaves the batch out" in found.words


def test_a_mismatch_is_refused_in_words() -> None:
    shuffled = data.DataLoader(RECORDS, batch_size=10, shuffle=True)
    with pytest.raises(CannotAnswer, match=r"the loader draws otherwise: shuffled.*TorchBatchSampler"):
        check_loader(shuffled, Poisson(0.01))


def test_other_objects_are_refused() -> None:
    for read in (loader_scheme, logical_batches):
        with pytest.raises(InvalidInput, match=r"loader must be a torch\.utils\.data\.DataLoader, got 'list'"):
            read([1, 2])
