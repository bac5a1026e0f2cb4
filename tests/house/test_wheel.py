"""The wheel, not the tree: what a user installs holds everything and imports on its own."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from house.sources import PACKAGE, ROOT, source_files

HEAVY = "{'matplotlib', 'numpy', 'scipy'}"
IMPORTED = f"import sys, tightdp; print(tightdp.__file__, *sorted({HEAVY} & set(sys.modules)))"


def resources() -> list[Path]:
    """Files beside the modules: the type marker, styles, scripts."""
    return [path for path in PACKAGE.rglob("*") if path.is_file() and path.suffix not in {".py", ".pyc"}]


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what the wheel holds; a wheel of pure Python is importable once unpacked."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = folder.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(folder)
    return folder


def test_wheel_holds_every_module_and_what_they_read(unpacked: Path) -> None:
    wanted = {path.relative_to(PACKAGE.parent) for path in [*source_files(), *resources()]}
    packed = {path.relative_to(unpacked) for path in (unpacked / "tightdp").rglob("*") if path.is_file()}
    assert wanted <= packed
    assert list(unpacked.glob("tightdp-*.dist-info/licenses/LICENSE")) != []


def test_the_unpacked_package_imports_quickly(unpacked: Path) -> None:
    """Heavy libraries wait until they are needed, so that ``--version`` and ``--help`` are quick."""
    run = [sys.executable, "-c", IMPORTED]
    words = subprocess.run(
        run, cwd=unpacked, env={"PYTHONPATH": str(unpacked)}, check=True, capture_output=True, text=True
    ).stdout.split()
    assert Path(words[0]).is_relative_to(unpacked)
    assert words[1:] == []
