from __future__ import annotations

from pathlib import Path

import pytest

from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.report import profile_plot
from tightdp.report.profile_plot import ProfileCurve, checked_plot_path, plot_profile

CURVE = ProfileCurve(
    epsilons=(0.0, 1.0, 2.0, 3.0),
    deltas=(Bound(0.3, 0.4), Bound(0.01, 0.02), Bound(1e-5, 2e-5), Bound(0.0, 1e-9)),
    title="100 x gaussian\nadd-remove, one record",
    mark=(2.0, 2e-5),
)
STARTS = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}


@pytest.mark.parametrize("ending", STARTS)
def test_the_ending_chooses_the_format(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"profile{ending}"
    plot_profile(CURVE, path)
    assert path.read_bytes().startswith(STARTS[ending])
    assert [entry.name for entry in tmp_path.iterdir()] == [path.name]


def test_the_same_curve_gives_the_same_file(tmp_path: Path) -> None:
    for name in ("a.svg", "b.svg"):
        plot_profile(CURVE, tmp_path / name)
    assert (tmp_path / "a.svg").read_bytes() == (tmp_path / "b.svg").read_bytes()


def test_the_picture_names_its_axes_and_points_out_the_answer(tmp_path: Path) -> None:
    plot_profile(CURVE, tmp_path / "profile.svg")
    text = (tmp_path / "profile.svg").read_text(encoding="utf-8")
    for word in ("ε (nats)", "δ", "ε ≤ 2 at δ = 2e-05", "upper end", "lower end", "100 x gaussian"):
        assert word in text


def test_a_point_far_right_is_named_on_its_left(tmp_path: Path) -> None:
    for name, epsilon in (("left.svg", 0.5), ("right.svg", 2.9)):
        plot_profile(ProfileCurve(CURVE.epsilons, CURVE.deltas, "", (epsilon, 1e-5)), tmp_path / name)
    assert "text-anchor: end" not in (tmp_path / "left.svg").read_text(encoding="utf-8").partition("ε ≤")[0][-300:]
    assert "text-anchor: end" in (tmp_path / "right.svg").read_text(encoding="utf-8").partition("ε ≤")[0][-300:]


def test_a_profile_of_zeros_can_be_drawn(tmp_path: Path) -> None:
    plot_profile(ProfileCurve((0.0, 1.0), (Bound(0.0, 0.0), Bound(0.0, 0.0))), tmp_path / "zero.svg")
    assert (tmp_path / "zero.svg").exists()


@pytest.mark.parametrize("name", ["profile.jpg", "profile"])
def test_other_endings_are_refused(name: str) -> None:
    with pytest.raises(InvalidInput, match=r"plot file must be a file whose name ends in \.svg, \.png, \.pdf"):
        checked_plot_path(name)


def test_a_folder_that_does_not_exist_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InvalidInput, match="plot file must be in a folder that exists"):
        plot_profile(CURVE, tmp_path / "none" / "profile.svg")


def test_a_file_that_cannot_be_written_is_refused_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "profile.svg").mkdir()
    with pytest.raises(InvalidInput, match="plot file must be a writable file, got"):
        plot_profile(CURVE, tmp_path / "profile.svg")
    assert list((tmp_path / "profile.svg").iterdir()) == []
    assert len(list(tmp_path.iterdir())) == 1


def test_without_matplotlib_the_error_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def nothing(name: str) -> None:
        del name

    monkeypatch.setattr(profile_plot, "find_spec", nothing)
    with pytest.raises(InvalidInput, match=r"drawn by matplotlib, which is missing.* pip install 'tightdp\[plot\]'"):
        checked_plot_path("profile.svg")
