from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from sampling.killed_run import SCHEMES, STEPS, sampler_of
from tightdp import (
    AddRemove,
    BatchTable,
    FullBatch,
    Gaussian,
    InvalidInput,
    OwnScheme,
    Poisson,
    RandomAllocation,
    Step,
    WithoutReplacement,
    WithReplacement,
    account,
)
from tightdp.relations import Change
from tightdp.sampling import BatchSampler, Randomness

NAMES = pytest.mark.parametrize("name", SCHEMES)


def lists(sampler: BatchSampler) -> list[list[int]]:
    return [batch.tolist() for batch in sampler]


@NAMES
def test_the_same_key_draws_the_same_run(name: str) -> None:
    first, again = sampler_of(name, 1), sampler_of(name, 1)
    batches = lists(first)
    assert batches == lists(again)
    assert batches == [again.batch(t).tolist() for t in range(STEPS)]
    assert (len(batches), len(first), first.position) == (STEPS, 0, STEPS)
    assert lists(first) == []
    assert name == "full-batch" or lists(sampler_of(name, 2)) != batches


@pytest.mark.parametrize("name", ["poisson", "without-replacement", "random-allocation"])
def test_a_killed_run_goes_on_with_the_very_same_draws(name: str, tmp_path: Path) -> None:
    """A real process, really killed; the key is the operating system's and comes back with the state."""
    command = [sys.executable, "-m", "sampling.killed_run", str(tmp_path), name]
    codes = [
        subprocess.run([*command, last], cwd=Path(__file__).parents[1], check=False).returncode for last in ("5", "99")
    ]
    assert codes == [-9, 0]
    drawn = [json.loads(line) for line in (tmp_path / "batches").read_text(encoding="utf-8").splitlines()]
    whole_run = sampler_of(name, None)
    whole_run.load_state_dict(json.loads((tmp_path / "state.json").read_text(encoding="utf-8")))
    assert drawn == [whole_run.batch(t).tolist() for t in range(STEPS)]


def test_an_iteration_goes_on_where_the_last_one_stopped() -> None:
    sampler = sampler_of("poisson", 1)
    whole_run = lists(sampler_of("poisson", 1))
    head = [batch.tolist() for batch, _ in zip(sampler, range(4), strict=False)]
    # zip fetched one batch more than it paired: it was handed out, so it is not handed out again
    assert (head, sampler.position) == (whole_run[:4], 5)
    assert lists(sampler) == whole_run[5:]


def test_a_state_can_be_of_an_earlier_step() -> None:
    sampler = sampler_of("poisson", 1)
    ahead = lists(sampler)
    resumed = sampler_of("poisson", 3)
    resumed.load_state_dict(sampler.state_dict(position=7))
    assert lists(resumed) == ahead[7:]
    assert resumed.randomness == sampler.randomness


@NAMES
@pytest.mark.parametrize("world_size", [1, 2, 3, 8])
def test_shares_are_disjoint_and_make_up_the_global_draw(name: str, world_size: int) -> None:
    whole_run = sampler_of(name, 5)
    shares = [whole_run.shard(rank, world_size) for rank in range(world_size)]
    for step, parts in enumerate(zip(*shares, strict=True)):
        sizes = [len(part) for part in parts]
        assert np.sort(np.concatenate(parts)).tolist() == whole_run.batch(step).tolist()
        assert max(sizes) - min(sizes) <= 1
    assert sum(1 for _ in whole_run) == STEPS


def test_a_state_moves_between_numbers_of_ranks() -> None:
    whole_run = lists(sampler_of("poisson", 5))
    pair = [sampler_of("poisson", 5).shard(rank, 2) for rank in range(2)]
    for share in pair:
        for _ in range(4):
            next(iter(share))
    four = [sampler_of("poisson", 6).shard(rank, 4) for rank in range(4)]
    for share in four:
        share.load_state_dict(pair[1].state_dict())
    rest = [sorted(i for part in parts for i in part) for parts in zip(*map(lists, four), strict=True)]
    assert rest == whole_run[4:]


def test_empty_batches_are_handed_out() -> None:
    sampler = BatchSampler(Poisson(0.04), dataset_size=10, steps=100, source=Randomness.seeded(1))
    sizes = [len(batch) for batch in sampler]
    assert len(sizes) == 100
    assert sizes.count(0) > 30


def test_the_answer_is_that_of_the_scheme_and_tells_the_randomness() -> None:
    sampler = BatchSampler(Poisson(0.01), dataset_size=1000, steps=1000, source=Randomness.seeded(1))
    answer = sampler.account(Gaussian(1.0), AddRemove())
    direct = account(1000 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove())
    assert answer.epsilon(1e-5) == direct.epsilon(1e-5)
    assert sampler.program(Gaussian(1.0)) == direct.program
    assert answer.because.notes[-1] == Randomness.seeded(1).words
    assert answer.why(answer.epsilon(1e-5)).notes[-1].startswith("batches were drawn from a seed, for tests only")
    real = BatchSampler(FullBatch(), dataset_size=10, steps=1).account(Gaussian(1.0), AddRemove())
    assert "secret 256-bit key" in str(real.because)


def test_updates_of_a_pass_make_up_whole_passes() -> None:
    """Twelve updates are two passes of five, and a begun one that is accounted as a whole."""
    sampler = sampler_of("random-allocation", 1)
    assert sampler.program(Gaussian(1.0)) == 3 * Step(Gaussian(1.0), RandomAllocation(5, 2))
    batches = lists(sampler)
    for first in (0, 5):
        times = np.bincount(np.concatenate(batches[first : first + 5]), minlength=40)
        assert times.tolist() == [2] * 40


def test_schemes_of_ones_own_draw_too() -> None:
    table = BatchTable({(0,): 0.5, (1,): 0.5}, {(0,): 1.0})
    scheme = OwnScheme({Change(removed=1): table})
    sampler = BatchSampler(scheme, dataset_size=2, steps=20, source=Randomness.seeded(1))
    resumed = BatchSampler(OwnScheme({Change(removed=1): table}), dataset_size=2, steps=20)
    resumed.load_state_dict(sampler.state_dict(position=3))
    assert lists(resumed) == lists(sampler)[3:]
    other = OwnScheme({Change(removed=1): BatchTable({(0,): 0.9, (1,): 0.1}, {(0,): 1.0})})
    with pytest.raises(InvalidInput, match=r"scheme of the state must be 'own .*Build the sampler as the run that"):
        BatchSampler(other, dataset_size=2, steps=20).load_state_dict(sampler.state_dict(position=0))


def test_whole_numbers_of_numpy_are_whole_numbers() -> None:
    """A state is ready for JSON whatever they were."""
    plain = sampler_of("poisson", 1)
    sampler = BatchSampler(plain.scheme, np.int64(40), np.int32(STEPS), source=plain.source)  # type: ignore[arg-type]
    assert json.loads(json.dumps(sampler.state_dict(np.int64(5)))) == plain.state_dict(5)  # type: ignore[arg-type]
    share = sampler.shard(np.int64(1), np.int64(2))  # type: ignore[arg-type]
    assert share.batch(np.int64(3)).tolist() == plain.shard(1, 2).batch(3).tolist()  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("version", 2, "version of the state must be 1"),
        ("scheme", "Poisson(rate=0.2)", r"scheme of the state must be .* Build the sampler as the run"),
        ("dataset_size", 41, "dataset_size of the state must be 40"),
        ("steps", 13, "steps of the state must be 12 as in this sampler"),
        ("position", 13, "position of the state must be at most steps"),
        ("position", None, "position of the state must be a whole number"),
        ("key", "0z", "key of the state must be hexadecimal digits"),
        ("origin", "dice", "'operating system' or 'seed'"),
        ("last_draw", "", "the batch that is drawn here for the same step and key"),
    ],
)
def test_a_state_of_another_run_is_refused(name: str, value: object, words: str) -> None:
    sampler = sampler_of("poisson", 1)
    state = sampler_of("poisson", 2).state_dict(position=6) | {name: value}
    with pytest.raises(InvalidInput, match=words):
        sampler.load_state_dict(state)
    assert lists(sampler) == lists(sampler_of("poisson", 1))


def test_arguments_are_checked() -> None:
    with pytest.raises(InvalidInput, match=r"dataset_size must be in \[6, 40\]"):
        BatchSampler(SCHEMES["without-replacement"], dataset_size=41, steps=1)
    for scheme in (WithoutReplacement(100, 10), WithReplacement(100, 10)):
        with pytest.raises(InvalidInput, match="dataset_size must be 100, as the scheme says, got 50"):
            BatchSampler(scheme, dataset_size=50, steps=1)
    with pytest.raises(InvalidInput, match=r"steps must be below 2\^63"):
        BatchSampler(FullBatch(), dataset_size=1, steps=2**63)
    with pytest.raises(InvalidInput, match=r"Randomness.from_os\(\) or Randomness.seeded"):
        BatchSampler(FullBatch(), dataset_size=1, steps=1, source=7)  # type: ignore[arg-type]
    sampler = sampler_of("poisson", 1)
    with pytest.raises(InvalidInput, match="rank must be below world_size = 2"):
        sampler.shard(2, 2)
    with pytest.raises(InvalidInput, match="1 for a sampler that is to be split"):
        sampler.shard(0, 2).shard(0, 2)
    with pytest.raises(InvalidInput, match="step must be below steps = 12"):
        sampler.batch(12)
    with pytest.raises(InvalidInput, match="position must be at most steps = 12"):
        sampler.state_dict(position=13)


def test_the_key_is_not_shown() -> None:
    sampler = BatchSampler(FullBatch(), dataset_size=1, steps=1)
    assert sampler.randomness.key.hex() not in repr(sampler)
