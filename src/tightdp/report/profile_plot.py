"""A picture of the privacy profile: delta over epsilon."""
# pyright: reportUnknownMemberType=false, reportUnknownVariableType=false
# (matplotlib's own types leave keyword arguments open)

from __future__ import annotations

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING

from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.numerics.number_text import exact_text, rounded_up

if TYPE_CHECKING:
    from matplotlib.axes import Axes

PLOT_ENDINGS = (".svg", ".png", ".pdf")
INK = "#1f4e79"
TITLE_WIDTH = 90  # characters of small text that fit above the picture


@dataclass(frozen=True, slots=True)
class ProfileCurve:
    """delta(epsilon) known by a lower and an upper end.

    Parameters
    ----------
    epsilons
        epsilon, in nats, ascending.
    deltas
        delta at each epsilon, a probability.
    title
        What the picture shows, in a line or two.
    mark
        One point ``(epsilon, delta)`` to point out, or ``None``.
    """

    epsilons: tuple[float, ...]
    deltas: tuple[Bound, ...]
    title: str = ""
    mark: tuple[float, float] | None = None


def checked_plot_path(path: str | Path) -> Path:
    """``path`` if a picture can be drawn into it.

    Parameters
    ----------
    path
        The file; its ending says whether it becomes SVG, PNG or PDF.

    Returns
    -------
    Path
        The same.

    Raises
    ------
    InvalidInput
        If the ending is another one, the folder does not exist, or matplotlib is not installed.
    """
    target = Path(path)
    if target.suffix.lower() not in PLOT_ENDINGS:
        raise InvalidInput("plot file", str(path), f"a file whose name ends in {', '.join(PLOT_ENDINGS)}")
    if not target.parent.is_dir():
        raise InvalidInput("plot file", str(path), "in a folder that exists")
    if find_spec("matplotlib") is None:
        install = "Install it with: python -m pip install 'tightdp[plot]'"
        raise InvalidInput("plot file", str(path), "drawn by matplotlib, which is missing", install)
    return target


def plot_profile(curve: ProfileCurve, path: str | Path) -> None:
    """Draw ``curve`` with a logarithmic delta axis into a file; nothing is written unless all went well.

    Parameters
    ----------
    curve
        What to draw.
    path
        The file; its ending says whether it becomes SVG, PNG or PDF.

    Raises
    ------
    InvalidInput
        If no picture can be drawn into the file.
    """
    save_picture(path, (6.4, 4.2), lambda axes: _draw(axes, curve))


def save_picture(path: str | Path, size: tuple[float, float], draw: Callable[[Axes], None]) -> None:
    """Draw into a file; the same drawing gives the same file, and nothing is written unless all went well.

    Parameters
    ----------
    path
        The file; its ending says whether it becomes SVG, PNG or PDF.
    size
        Width and height in inches.
    draw
        What to do with the axes.

    Raises
    ------
    InvalidInput
        If no picture can be drawn into the file.
    """
    target = checked_plot_path(path)
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    with rc_context({"svg.hashsalt": "tightdp", "svg.fonttype": "none", "pdf.fonttype": 42}):
        figure = Figure(figsize=size, layout="constrained")
        draw(figure.add_subplot())
        try:
            with tempfile.TemporaryDirectory(dir=target.parent) as folder:
                draft = Path(folder) / target.name
                figure.savefig(draft, dpi=200, metadata=_without_date(target))
                draft.replace(target)
        except OSError as error:
            raise InvalidInput("plot file", str(path), "a writable file", error.strerror or "") from None


def _without_date(target: Path) -> dict[str, None]:
    """Metadata that leaves the date out, so that the same curve gives the same file."""
    keys = {".svg": "Date", ".pdf": "CreationDate"}
    ending = target.suffix.lower()
    return {keys[ending]: None} if ending in keys else {}


def _draw(axes: Axes, curve: ProfileCurve) -> None:
    lower = [bound.lower for bound in curve.deltas]
    upper = [bound.upper for bound in curve.deltas]
    axes.fill_between(curve.epsilons, lower, upper, color=INK, alpha=0.25, linewidth=0)
    axes.plot(curve.epsilons, upper, color=INK, label="upper end")
    axes.plot(curve.epsilons, lower, color=INK, linestyle="--", linewidth=0.8, label="lower end")
    positive = [value for value in upper if value > 0.0]
    if positive:
        axes.set_yscale("log")
        axes.set_ylim(min(positive) / 2.0, min(1.0, 2.0 * max(positive)))
    if curve.mark is not None:
        epsilon, delta = curve.mark
        axes.plot([epsilon], [delta], "o", color=INK, markersize=5)
        is_left = 2.0 * epsilon < curve.epsilons[0] + curve.epsilons[-1]
        axes.annotate(
            f"ε ≤ {rounded_up(epsilon, 4)} at δ = {exact_text(delta)}",
            (epsilon, delta),
            xytext=(8, 6) if is_left else (-8, -16),
            textcoords="offset points",
            ha="left" if is_left else "right",
            bbox={"facecolor": "white", "edgecolor": "none", "alpha": 0.8, "pad": 1.5},
        )
    axes.set_xlabel("ε (nats)")
    axes.set_ylabel("δ")
    axes.set_title(wrapped_title(curve.title), fontsize="small", loc="left")
    axes.grid(visible=True, which="major", linewidth=0.4, alpha=0.5)
    axes.margins(x=0.0)
    axes.legend(frameon=False)


def wrapped_title(title: str) -> str:
    """``title`` in lines that fit above the picture.

    Parameters
    ----------
    title
        A line or two.

    Returns
    -------
    str
        As many lines as it takes.
    """
    lines = (wrap(line, TITLE_WIDTH, break_on_hyphens=False) for line in title.splitlines())
    return "\n".join(part for parts in lines for part in parts)
