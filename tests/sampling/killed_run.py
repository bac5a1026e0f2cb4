"""A run that draws batches, saves its state after each and is killed in the middle."""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from tightdp import FullBatch, Poisson, RandomAllocation, WithoutReplacement, WithReplacement
from tightdp.sampling import BatchSampler, Randomness

SCHEMES = {
    "full-batch": FullBatch(),
    "poisson": Poisson(0.1),
    "without-replacement": WithoutReplacement(40, 6),
    "with-replacement": WithReplacement(40, 6),
    "random-allocation": RandomAllocation(5, 2),
}
STEPS = 12


def sampler_of(name: str, seed: int | None) -> BatchSampler:
    source = Randomness.from_os() if seed is None else Randomness.seeded(seed)
    return BatchSampler(SCHEMES[name], dataset_size=40, steps=STEPS, source=source)


def run(folder: Path, name: str, last: int) -> None:
    """Every batch becomes a line; the process kills itself after the given number of them, without warning."""
    sampler = sampler_of(name, None)
    saved = folder / "state.json"
    if saved.exists():
        sampler.load_state_dict(json.loads(saved.read_text(encoding="utf-8")))
    for batch in sampler:
        with (folder / "batches").open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(batch.tolist()) + "\n")
        saved.write_text(json.dumps(sampler.state_dict()), encoding="utf-8")
        if sampler.position == last:
            os.kill(os.getpid(), signal.SIGKILL)


if __name__ == "__main__":
    run(Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]))
