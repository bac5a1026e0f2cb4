"""The figures of the papers: every script runs, and what it prints agrees with stored values."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from golden.golden_records import chosen, theory
from house.sources import ROOT

FOLDER = ROOT / "docs" / "reproduction"
SCRIPTS = sorted([*FOLDER.glob("b18_*.py"), *FOLDER.glob("s24_*.py")])
QUICK = {"s24_figure_03_07", "s24_group_renyi"}
LARGEST = 150_000  # bytes of a picture
STORED = {
    "s24_figure_03_07": {
        "θ 0.75, n 1000, m 100, α 2: specific": "rdp-wor-tight-RR-0.75-1000-100-K1-a2",
        "θ 0.75, n 1000, m 100, α 3: Wang": "rdp-wor-traditional-RR-0.75-1000-100-a3",
    },
    "s24_figure_04_09": {"r 0.5, b 2, K 4, ε 1: agnostic": "hs-maximalcoupling-L-2-r0.5-K4-e1"},
    "s24_figure_05_14": {"r 0.01, σ 1, K 4, ε 1: post hoc": "hs-posthoc-improved-G-1-r0.01-K4-e1"},
    "s24_figure_08": {"r 0.01, σ 1, K 4, ε 1: agnostic": "hs-maximalcoupling-G-1-r0.01-K4-e1"},
    "s24_figure_10": {"r 0.5, θ 0.9, K 4, ε 1: agnostic": "hs-maximalcoupling-RR-0.9-r0.5-K4-e1"},
    "s24_figure_11": {"r 0.01, σ 1, K 4, α 8: specific": "rdp-poisson-G-s1-r0.01-I0D4-a8"},
    "s24_figure_12": {
        "σ 5, n 1000, m 100, K 4, α 8: direct transport": "rdp-wor-directtransport-G-5-1000-100-K4-a8",
        "σ 5, n 1000, m 100, K 4, α 8: conditioned": "rdp-wor-relaxed-G-5-1000-100-K4-a8",
    },
    "s24_figure_13": {
        "ε 2: agnostic": "hs-wr-agnostic-G-e2",
        "ε 2: specific": "hs-wr-specific-relaxed-G-e2",
        "ε 8: specific": "hs-wr-specific-relaxed-G-e8",
    },
    "s24_figure_15": {"r 0.5, b 2, K 4, ε 1: post hoc": "hs-posthoc-improved-L-2-r0.5-K4-e1"},
    "s24_figure_22": {
        "r = 0.001, σ = 1, K 2, 1000 steps: specific": "rdp-accounting-G-1-r0.001-K2-t1000-tight",
        "r = 0.001, σ = 1, K 4, 1000 steps: post hoc": "rdp-accounting-G-1-r0.001-K4-t1000-posthoc",
    },
    "s24_figure_23": {
        "r = 0.1, θ = 0.6, K 2, 1000 steps: specific": "rdp-accounting-RR-0.6-r0.1-K2-t1000-tight",
        "r = 0.1, θ = 0.6, K 2, 1000 steps: post hoc": "rdp-accounting-RR-0.6-r0.1-K2-t1000-posthoc",
    },
    "s24_group_renyi": {
        "RR 0.75, r 0.01, K 4, α 8: specific": "rdp-poisson-RR-t0.75-r0.01-I0D4-a8",
        "RR 0.75, r 0.01, K 4, α 8: post hoc": "rdp-posthoc-recursive-RR-0.75-r0.01-K4-a8",
        "L 1, r 0.01, K 4, α 8: post hoc": "rdp-posthoc-recursive-L-1-r0.01-K4-a8",
    },
}
COMPOSED = {"r 0.01, σ 1, K 4, 100 steps, ε 1: post hoc": "pld-posthoc-G-1-r0.01-K4-n100-e1"}


def printed(script: Path, picture: Path, points: int) -> dict[str, float]:
    """Run a script into a picture; the numbers that it prints, by their words."""
    command = [sys.executable, str(script), str(picture), "--points", str(points)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    lines = (line.rpartition(" = ") for line in done.stdout.splitlines())
    return {words: float(number) for words, _, number in lines}


def check(script: Path, folder: Path, points: int) -> None:
    picture = folder / f"{script.stem}.svg"
    numbers = printed(script, picture, points)
    assert 0 < picture.stat().st_size < LARGEST
    assert all(value >= 1.0 - 1e-9 for words, value in numbers.items() if words.startswith("smallest"))
    for words, key in STORED.get(script.stem, {}).items():
        (record,) = chosen("s24", id=key)
        assert numbers[words] == pytest.approx(record["value"], rel=1e-8), words  # pyright: ignore[reportUnknownMemberType]
    for words, key in COMPOSED.items():
        (record,) = chosen("s24", id=key)
        assert 1.0 <= numbers.get(words, record["value"]) / record["value"] < 1.002, words


@pytest.mark.parametrize("script", [one for one in SCRIPTS if one.stem in QUICK], ids=lambda path: path.stem)
def test_a_quick_look(script: Path, tmp_path: Path) -> None:
    check(script, tmp_path, 3)


@pytest.mark.nightly
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_every_script_runs(script: Path, tmp_path: Path) -> None:
    check(script, tmp_path, 3)


@pytest.mark.nightly
def test_table_1_of_balle_et_al(tmp_path: Path) -> None:
    numbers = printed(FOLDER / "b18_table_1.py", tmp_path / "table.svg", 3)
    bounds = [(words, value) for words, value in numbers.items() if words.endswith(": bound")]
    for theorem, key in (("8", "balle.thm8"), ("9", "balle.thm9")):
        for name, stored in (("Gaussian, σ = 1, ε 1,", "gaussian"), ("randomised", "rr")):
            (value,) = [value for words, value in bounds if words.startswith(f"theorem {theorem}, {name}")]
            assert value == pytest.approx(theory(f"{key}.{stored}"), rel=1e-8)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_the_picture_is_there_and_small_and_the_page_names_both(script: Path) -> None:
    picture = script.with_suffix(".svg")
    assert 0 < picture.stat().st_size < LARGEST
    page = (FOLDER / "README.md").read_text(encoding="utf-8")
    assert re.search(rf"\({script.name}\).*\({picture.name}\)", page)
