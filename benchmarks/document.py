"""``docs/benchmarks.md`` from the measurements: ``page.md`` with its gaps filled."""

from __future__ import annotations

from pathlib import Path
from string import Template

from benchmarks.acceptance import lines
from benchmarks.store import Results
from benchmarks.tables import is_many, many_table, noise_table, question_table, renyi_table, steps_table, tool_table
from benchmarks.tasks import EXTRAS, NOISE, RENYI, WORKLOADS, Task, tasks
from benchmarks.wording import table

BUSY = 0.7  # load average before the run from which on other work is worth a warning


def plain(results: Results, task: Task) -> str:
    """The table of one question or of many."""
    return many_table(results, task) if is_many(task) else question_table(results, task)


SHOWN = {RENYI: renyi_table, NOISE: noise_table}


def question_sections(results: Results, asked: list[Task], kind: str) -> str:
    """One heading and one table for each task of a kind."""
    parts: list[str] = []
    for task in asked:
        if task.kind == kind:
            shown = SHOWN[kind](results, task) if kind in SHOWN else plain(results, task)
            stated = f"δ = {task.deltas[0]:g}" if len(task.deltas) == 1 and kind == WORKLOADS else ""
            truth = f"true ε = {task.truth[0]:.9g}" if task.truth else ""
            words = "; ".join(part for part in (task.words, stated, truth) if part)
            parts.append(f"### {task.key}\n\n{words}.\n\n{shown}")
    return "\n\n".join(parts)


def conditions(results: Results) -> str:
    """The machine, the day, and a warning where other work was going on."""
    first, last = results.load
    words = f"{results.date}, on {results.machine}."
    if first > BUSY:
        words += (
            f" **The machine was busy with other work** (load average {first:.1f} before and {last:.1f} after, of "
            "which 1 is this program's own): trust the ratios, which are paired, more than the seconds."
        )
    measured = {one.task for one in results.measurements}
    missing = [task.key for task in tasks(results.quick) if task.key not in measured]
    if missing:
        words += f" The run was cut short; not measured: {', '.join(missing)}."
    return words


def document(results: Results) -> str:
    """The whole page."""
    measured = {one.task for one in results.measurements}
    asked = [task for task in tasks(results.quick) if task.key in measured]
    page = Template((Path(__file__).parent / "page.md").read_text(encoding="utf-8"))
    held = [line.cells for line in lines(results, asked)]
    return page.substitute(
        conditions=conditions(results),
        acceptance=table(["tightdp is held to", "measured", "holds"], held),
        tools=tool_table(results),
        steps=steps_table(results, asked),
        extras=question_sections(results, asked, EXTRAS),
        renyi=question_sections(results, asked, RENYI),
        noise=question_sections(results, asked, NOISE),
        workloads=question_sections(results, asked, WORKLOADS),
    )
