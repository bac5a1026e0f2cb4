"""One self-contained HTML page, made of a report's record and nothing else."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any

from tightdp.errors import InvalidInput
from tightdp.report.svg_chart import svg_chart

# Nothing is fetched: everything on the page is in the page.
POLICY = "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:"

HINT = (
    "Point at a plot, or move to it with Tab and along it with the arrow keys, to read its values. The line is the "
    "guarantee, the dashed line the other certified end; a ring marks this run."
)


def html_page(record: Mapping[str, Any]) -> str:
    """The page; every number and sentence on it stands in ``record``.

    Parameters
    ----------
    record
        What ``tightdp report --format json`` prints.

    Returns
    -------
    str
        HTML with its style, script and drawings inside.
    """
    title = escape(record["title"])
    return "\n".join(
        [
            "<!doctype html>",
            '<html lang="en">',
            "<head>",
            '<meta charset="utf-8">',
            f'<meta http-equiv="Content-Security-Policy" content="{escape(POLICY)}">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<link rel="icon" href="data:,">',
            f"<title>{title}</title>",
            f"<style>\n{_resource('page.css')}</style>",
            "</head>",
            "<body>",
            '<a class="skip" href="#answer">To the answer</a>',
            f'<header><h1>{title}</h1><p class="quiet">{escape(record["subtitle"])}</p></header>',
            "<main>",
            *_answer(record),
            *_bounds(record),
            *_figures(record),
            *_input(record),
            "</main>",
            f"<footer><p class='quiet'>{escape(record['made_by'])}</p></footer>",
            f"<script>\n{_resource('page.js')}</script>",
            "</body>",
            "</html>",
            "",
        ]
    )


def write_page(page: str, path: str | Path) -> None:
    """Write the page into a file, in one move.

    Parameters
    ----------
    page
        From :func:`html_page`.
    path
        The file.

    Raises
    ------
    InvalidInput
        If the file cannot be written.
    """
    target = Path(path)
    try:
        with tempfile.TemporaryDirectory(dir=target.parent) as folder:
            draft = Path(folder) / target.name
            draft.write_text(page, encoding="utf-8", newline="\n")
            draft.replace(target)
    except OSError as error:
        raise InvalidInput("report file", str(path), "a file that can be written to", error.strerror or "") from None


def _answer(record: Mapping[str, Any]) -> list[str]:
    headline = record["headline"]
    return [
        '<section id="answer" aria-labelledby="answer-heading">',
        '<h2 id="answer-heading">The answer</h2>',
        f'<p class="number"><strong>{escape(headline["number"])}</strong><span>{escape(headline["words"])}</span></p>',
        *(f'<p class="warning" role="note">{escape(words)}</p>' for words in record["warnings"]),
        '<div class="statement">',
        *(f"<div><h3>{escape(heading)}</h3>{_list(lines)}</div>" for heading, lines in record["statement"].items()),
        "</div>",
        "</section>",
    ]


def _bounds(record: Mapping[str, Any]) -> list[str]:
    theorems = [
        f"<tr><th scope='row'>{escape(key)}</th><td>{escape(words)}</td></tr>" for key, words in record["theorems"]
    ]
    return [
        '<section id="bounds" aria-labelledby="bounds-heading">',
        '<h2 id="bounds-heading">Every known bound</h2>',
        '<div class="wide" tabindex="0" role="region" aria-label="Bounds"><table>',
        f"<caption>{escape(record['bounds_caption'])}</caption>",
        '<thead><tr><th scope="col">bound</th><th scope="col" class="figure">ε at most</th>',
        '<th scope="col" class="figure">ratio</th><th scope="col">because</th></tr></thead><tbody>',
        *map(_bound_row, record["comparison"]),
        "</tbody></table></div>",
        "<h3>The theorems</h3>",
        '<div class="wide"><table class="facts"><caption>Each is stated in full in the documents of tightdp</caption>',
        *theorems,
        "</table></div>",
        "</section>",
    ]


def _bound_row(row: Mapping[str, Any]) -> str:
    epsilon, ratio = row["shown"]
    because = row["reason"] or ", ".join(row["theorems"])
    ours = ' class="ours"' if row["bound"] == "tightdp" else ""
    return (
        f'<tr{ours}><th scope="row">{escape(row["bound"])}</th><td class="figure">{escape(epsilon)}</td>'
        f'<td class="figure">{escape(ratio)}</td><td>{escape(because)}</td></tr>'
    )


def _figures(record: Mapping[str, Any]) -> list[str]:
    return [
        '<section id="figures" aria-labelledby="figures-heading">',
        '<h2 id="figures-heading">What it depends on</h2>',
        f'<p class="quiet hint">{HINT}</p>',
        '<div class="charts">',
        *map(_figure, record["figures"]),
        "</div>",
        "</section>",
    ]


def _figure(figure: Mapping[str, Any]) -> str:
    kind = figure["kind"]
    caption = (
        f'<figcaption><h3 id="title-{kind}">{escape(figure["title"])}</h3>'
        f'<p id="summary-{kind}">{escape(figure["summary"])}</p></figcaption>'
    )
    if not figure["points"]:
        return f'<figure id="figure-{kind}">{caption}</figure>'
    missing = [point["text"] for point in figure["points"] if point["upper"] is None]
    left_out = f'<p class="quiet">Without an answer: {escape("; ".join(missing))}</p>' if missing else ""
    return "\n".join(
        [
            f'<figure id="figure-{kind}">{caption}',
            svg_chart(figure),
            '<p class="readout" aria-hidden="true"></p>',
            left_out,
            f"<details><summary>Data of “{escape(figure['title'])}”</summary>",
            _data(figure),
            "</details></figure>",
        ]
    )


def _data(figure: Mapping[str, Any]) -> str:
    y = escape(figure["y"]["label"])
    heads = (escape(figure["x"]["label"]), f"{y}, lower end", f"{y}, upper end")
    return "\n".join(
        [
            f'<div class="wide"><table><caption>{escape(figure["title"])}, ends rounded outwards</caption>',
            "<thead><tr>" + "".join(f'<th scope="col">{head}</th>' for head in heads) + "</tr></thead><tbody>",
            *(_row(point["cells"]) for point in figure["points"]),
            "</tbody></table></div>",
        ]
    )


def _row(cells: Sequence[str]) -> str:
    first, *others = map(escape, cells)
    return f'<tr><th scope="row">{first}</th>' + "".join(f"<td>{cell}</td>" for cell in others) + "</tr>"


def _input(record: Mapping[str, Any]) -> list[str]:
    source = record["input"]
    name = escape(source["file"])
    return [
        '<section id="input" aria-labelledby="input-heading">',
        '<h2 id="input-heading">To get this page again</h2>',
        f"<p>Save the text below as <code>{name}</code> and run the command with {escape(record['made_with'])}.</p>",
        f'<pre tabindex="0" role="region" aria-label="{name}"><code>{escape(source["text"])}</code></pre>',
        f'<pre tabindex="0" role="region" aria-label="Command"><code>{escape(source["command"])}</code></pre>',
        "</section>",
    ]


def _list(sentences: Sequence[str]) -> str:
    return "<ul>" + "".join(f"<li>{escape(words)}</li>" for words in sentences) + "</ul>"


def _resource(name: str) -> str:
    return files("tightdp.report").joinpath(name).read_text(encoding="utf-8")
