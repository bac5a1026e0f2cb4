"""Runs in a tool's environment: import it, warm up on another question, answer once, report time and memory as JSON.

Usage: ``python -m benchmarks.worker`` with a request on standard input.
"""

from __future__ import annotations

import importlib
import json
import resource
import sys
import time
import traceback
import warnings
from contextlib import redirect_stdout
from typing import Any

from benchmarks.run import Phase, Run, from_plain

WARM_UP = Run((Phase(noise=3.0, steps=7, rate=0.3),))  # loads what a tool imports late; nothing of it can be reused
WARM_DELTA = 1e-3
MEMORY = 8  # GiB of address space; some tools ask for more than any machine has when the steps are many


def peak_bytes() -> int:
    """Largest resident memory of this process so far (Linux counts it in KiB, macOS in bytes)."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak


def measured(request: dict[str, Any]) -> dict[str, Any]:
    """Seconds of the import and of the answers, the answers, and the peak memory."""
    began = time.perf_counter()
    peer = importlib.import_module(f"benchmarks.peers.{request['tool']}")
    imported = time.perf_counter() - began
    asked = [from_plain(run) for run in request["runs"]]
    knob = request["knob"]
    peer.epsilons(WARM_UP, [WARM_DELTA], None)
    began = time.perf_counter()
    answers = [peer.epsilons(run, request["deltas"], knob) for run in asked]
    seconds = time.perf_counter() - began
    values = [list(value) for answer in answers for value in answer]
    return {"import_seconds": imported, "seconds": seconds, "values": values, "peak_bytes": peak_bytes()}


def main() -> None:
    request = json.load(sys.stdin)
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY << 30, MEMORY << 30))
    try:
        with redirect_stdout(sys.stderr):
            result = measured(request)
    except MemoryError:
        result = {"problem": f"over {MEMORY} GiB"}
    except Exception as error:  # noqa: BLE001 - whatever a tool raises belongs into the table
        traceback.print_exc()
        result = {"problem": f"{type(error).__name__}: {' '.join(str(error).split())[:120]}"}
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main()
