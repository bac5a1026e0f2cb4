"""One virtual environment a tool, under ``.bench``."""

from __future__ import annotations

import json
import subprocess
import sys
import venv
from dataclasses import dataclass
from pathlib import Path

from benchmarks.registry import ENVIRONMENTS, TOOLS

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / ".bench"
VERSIONS = (
    "import importlib.metadata as m, json; print(json.dumps({d.name.lower(): d.version for d in m.distributions()}))"
)


@dataclass(frozen=True)
class Environment:
    """A folder with an interpreter, and what is installed there; empty where the installation failed."""

    name: str
    versions: dict[str, str]

    @property
    def python(self) -> Path:
        """Its interpreter."""
        return FOLDER / self.name / "bin" / "python"


def pip(name: str, *words: str) -> bool:
    """Whether a pip command succeeded; what it says goes to standard error."""
    command = [str(FOLDER / name / "bin" / "python"), "-m", "pip", "--quiet", *words]
    return subprocess.run(command, cwd=ROOT, stdout=sys.stderr, check=False).returncode == 0  # noqa: S603


def installed(name: str) -> dict[str, str]:
    """Versions of what an environment holds, by distribution."""
    command = [str(FOLDER / name / "bin" / "python"), "-c", VERSIONS]
    listing = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    return json.loads(listing.stdout) if listing.returncode == 0 else {}


def prepare(name: str) -> Environment:
    """Make an environment unless it is there; tightdp itself is installed anew each time, from this checkout."""
    ready = FOLDER / name / "ready"
    wanted = ENVIRONMENTS[name]
    if not (ready.exists() and ready.read_text(encoding="utf-8") == "\n".join(wanted)):
        print(f"installing {' '.join(wanted)}", file=sys.stderr)
        venv.create(FOLDER / name, with_pip=True, clear=True)
        if not all(pip(name, "install", requirement) for requirement in wanted):
            return Environment(name, {})
        ready.write_text("\n".join(wanted), encoding="utf-8")
    elif name == "tightdp" and not pip(name, "install", "--force-reinstall", "--no-deps", "."):
        return Environment(name, {})
    return Environment(name, installed(name))


def prepare_all() -> dict[str, Environment]:
    """Every environment that a tool needs, by name."""
    return {name: prepare(name) for name in dict.fromkeys(one.environment for one in TOOLS)}
