"""Writers that are killed with -9 at random moments; run as a program of its own.

Each writer is a process that opens the ledger, appends, and tells each acknowledged number through a pipe. What the
pipe said is what must be in the file afterwards.
"""

from __future__ import annotations

import os
import random
import signal
import sys
import time
from pathlib import Path

from tightdp import AddRemove, Gaussian, Poisson, Step
from tightdp.spec import Ledger, read_ledger

STEP = Step(Gaussian(1.0), Poisson(0.01))


def write_on(path: Path, pipe: int) -> None:
    """Append for ever."""
    with Ledger.open(path, AddRemove()) as ledger:
        while True:
            os.write(pipe, ledger.append(STEP, note="x" * random.randrange(2000)).to_bytes(8, "little"))


def killed_writer(path: Path, entries: int, seconds: float) -> int:
    """The last number that a writer acknowledged before it was killed, soon after some entries; 0 when none was."""
    end, pipe = os.pipe()
    process = os.fork()
    if process == 0:
        try:
            write_on(path, pipe)
        finally:
            os._exit(1)
    os.close(pipe)
    with os.fdopen(end, "rb") as told:
        numbers = told.read(8 * entries)
        time.sleep(seconds)
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        numbers += told.read()
    return int.from_bytes(numbers[-8:], "little") if numbers else 0


def main(path: Path, kills: int, seed: int) -> None:
    """Kill, and check that nothing acknowledged is lost and nothing was made up."""
    draw = random.Random(seed)
    acknowledged, torn = 0, 0
    for _ in range(kills):
        acknowledged = max(acknowledged, killed_writer(path, draw.randrange(20), draw.uniform(0.0, 0.005)))
        if not path.exists():
            continue
        contents = read_ledger(path)
        torn += bool(contents.torn)
        if not acknowledged <= len(contents.records) <= acknowledged + 1:
            raise SystemExit(f"{acknowledged} acknowledged, {len(contents.records)} kept")
        acknowledged = len(contents.records)
    sys.stdout.write(f"{acknowledged} {torn}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
