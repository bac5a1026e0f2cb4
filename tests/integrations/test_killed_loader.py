"""Loops that are killed in the middle, workers and all, and go on with the very same draws."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from integrations.killed_loader import STEPS, global_sampler

pytest.importorskip("torch", reason="needs PyTorch: make test-integrations")

NEVER = 10**9
Line = tuple[int, list[int], int]


def logged(folder: Path, rank: int) -> list[Line]:
    log = folder / f"rank{rank}"
    return [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()] if log.exists() else []


def lived(folder: Path, life: int, world_size: int, until: int) -> list[int]:
    """Exit codes of all ranks; they are killed once rank 0 has logged so many lines more."""
    command = [sys.executable, "-m", "integrations.killed_loader", str(folder), str(life)]
    wanted = len(logged(folder, 0)) + until
    ranks = [
        subprocess.Popen([*command, str(rank), str(world_size), str(until)], cwd=Path(__file__).parents[1])
        for rank in range(world_size)
    ]
    patience = time.monotonic() + 120
    while any(process.poll() is None for process in ranks):
        if len(logged(folder, 0)) >= wanted or time.monotonic() > patience:
            for process in reversed(ranks):  # the last rank first: the others may be in the middle of their sum
                process.send_signal(signal.SIGKILL)
            break
        time.sleep(0.02)
    return [process.wait() for process in ranks]


@pytest.mark.parametrize(("world_size", "kills"), [(1, (7, 9)), (2, (11,))])
def test_a_killed_loop_goes_on_with_the_very_same_draws(
    world_size: int, kills: tuple[int, ...], tmp_path: Path
) -> None:
    """SIGKILL at steps nobody chose, with six batches fetched ahead; the last process ends the run.

    A step that was logged but not yet saved is drawn again, and alike.
    """
    for life, until in enumerate(kills):
        assert lived(tmp_path, life, world_size, until) == [-signal.SIGKILL] * world_size
    saved = json.loads((tmp_path / "state.json").read_text(encoding="utf-8"))
    assert 0 < saved["position"] < STEPS
    assert lived(tmp_path, len(kills), world_size, NEVER) == [0] * world_size
    undisturbed = global_sampler()
    undisturbed.load_state_dict(saved)
    logs = [logged(tmp_path, rank) for rank in range(world_size)]
    for rank, log in enumerate(logs):
        share = undisturbed.shard(rank, world_size) if world_size > 1 else undisturbed
        assert {step for step, *_ in log} == set(range(STEPS))
        for step, records, total in log:
            assert records == share.batch(step).tolist()
            assert total == undisturbed.batch(step).sum()
