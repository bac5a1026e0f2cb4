"""The machine in words, without names or paths."""

from __future__ import annotations

import os
import platform
from pathlib import Path


def processor() -> str:
    """The processor's name, as far as the system tells it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def memory_gib() -> float:
    """Installed memory."""
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def load() -> float:
    """Processes that wanted a core, averaged over the last minute."""
    return os.getloadavg()[0]


def described() -> str:
    """Processor, cores, memory, system and Python in one line."""
    return (
        f"{processor()}, {os.cpu_count()} cores, {memory_gib():.0f} GiB of memory, "
        f"{platform.system()} {platform.machine()}, Python {platform.python_version()}"
    )
