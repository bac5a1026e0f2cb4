"""The document's tables."""

from __future__ import annotations

import math
from statistics import median

from benchmarks.environments import ENVIRONMENTS
from benchmarks.measurement import Measurement, paired_ratio
from benchmarks.reference import accurate_answers, bracket, verdict
from benchmarks.registry import TOOLS, tool
from benchmarks.store import Results
from benchmarks.tasks import CURVE, STEPS, SWEEP, Task
from benchmarks.wording import epsilon, percent, seconds, table, times


def named(one: Measurement) -> str:
    """The tool, with its setting where that is not the default."""
    entry = tool(one.tool)
    return entry.title if one.knob is None else f"{entry.title}, {entry.knob} {one.knob:g}"


def tool_table(results: Results) -> str:
    """What was installed, what it costs to import, and what it promises."""
    rows: list[list[str]] = []
    for entry in TOOLS:
        versions = results.versions.get(entry.environment, {})
        package = ENVIRONMENTS[entry.environment][-1].partition("[")[0].replace(".", "tightdp").lower()
        version = versions.get(package) or versions.get(package.replace("_", "-"))
        samples = [one for one in results.measurements if one.tool == entry.key and one.samples]
        imported = median(one.import_seconds for one in samples) if samples else math.nan
        rows.append([entry.title, entry.words, version or "not installed", seconds(imported)])
    return table(["tool", "what its number is meant to be", "version", "import, s"], rows)


def question_table(results: Results, task: Task) -> str:
    """One question, one row a tool and setting."""
    mine = results.mine(task.key)
    low, _ = bracket(task, mine)
    rows: list[list[str]] = []
    for one in results.of(task.key):
        if not one.samples:
            rows.append([named(one), one.problem, "", "", "", "", "", ""])
            continue
        gap = one.upper / one.lower - 1 if one.lower else math.nan
        rows.append(
            [
                named(one),
                verdict(one, task, mine),
                epsilon(one.lower),
                epsilon(one.upper),
                percent(gap) if one.lower else "",
                percent(one.upper / low - 1) if low else "–",
                seconds(one.seconds),
                "1" if one is mine else times(paired_ratio(one, mine)),
                f"{one.peak_mb:.0f}",
            ]
        )
    head = ["tool", "truth", "lower ε", "upper ε", "gap", "excess", "seconds", "ratio", "peak MB"]
    return table(head, [row + [""] * (len(head) - len(row)) for row in rows])


def many_table(results: Results, task: Task) -> str:
    """A curve or a sweep: how many of its answers are good, and the time for all of them."""
    mine = results.mine(task.key)
    total = len(task.deltas) * len(task.runs)
    rows: list[list[str]] = []
    for one in results.of(task.key):
        if not one.samples:
            rows.append([named(one), one.problem, "", "", "", ""])
            continue
        good = accurate_answers(one, mine)
        rows.append(
            [
                named(one),
                reach(one, task) if task.key == CURVE else "all",
                f"{good} of {total}",
                seconds(one.seconds),
                "1" if one is mine else times(paired_ratio(one, mine)),
                f"{one.peak_mb:.0f}",
            ]
        )
    second = "smallest δ with a finite ε" if task.key == CURVE else "rates"
    return table(["tool", second, "valid and within 1%", "seconds", "ratio", "peak MB"], rows)


def renyi_table(results: Results, task: Task) -> str:
    """A curve of divergences: how far each tool's values are from tightdp's lower ends, and the time for all."""
    found = {one.tool: one for one in results.of(task.key)}
    mine = found["tight_renyi"]
    rows: list[list[str]] = []
    for one in found.values():
        if not one.samples or not mine.samples:
            rows.append([named(one), one.problem, "", "", ""])
            continue
        lows = [lower or math.nan for lower, _ in mine.values]
        off = [high / low - 1 for low, (_, high) in zip(lows, one.values, strict=True)]
        ratio = "1" if one is mine else times(paired_ratio(one, mine))
        rows.append(
            [named(one), f"{min(off):+.1e} to {max(off):+.1e}", seconds(one.seconds), ratio, f"{one.peak_mb:.0f}"]
        )
    return table(["tool", "relative to tightdp's lower ends", "seconds", "ratio", "peak MB"], rows)


def noise_table(results: Results, task: Task) -> str:
    """A calibration: each tool's noise relative to tightdp's, and the time it took."""
    found = {one.tool: one for one in results.of(task.key)}
    mine = found["tight_noise"]
    rows: list[list[str]] = []
    for one in found.values():
        if not one.samples or not mine.samples:
            rows.append([named(one), one.problem, "", "", "", ""])
            continue
        ratio = "1" if one is mine else times(paired_ratio(one, mine))
        off = f"{one.upper / mine.upper - 1:+.1e}"
        rows.append([named(one), epsilon(one.upper), off, seconds(one.seconds), ratio, f"{one.peak_mb:.0f}"])
    return table(["tool", "σ", "relative to tightdp's", "seconds", "ratio", "peak MB"], rows)


def reach(one: Measurement, task: Task) -> str:
    """The smallest delta of a curve for which the tool still names a finite epsilon."""
    finite = [delta for delta, (_, upper) in zip(task.deltas, one.values, strict=True) if math.isfinite(upper)]
    return f"{min(finite):.0e}" if finite else "none"


def steps_table(results: Results, tasks: list[Task]) -> str:
    """Seconds and excess over tightdp's lower end, one column a number of steps."""
    asked = [task for task in tasks if task.kind == STEPS]
    rows: list[list[str]] = []
    for entry in TOOLS:
        cells: list[str] = []
        for task in asked:
            found = [one for one in results.of(task.key) if one.tool == entry.key]
            cells.append(steps_cell(found[0], results.mine(task.key)) if found else "")
        if any(cells):
            rows.append([entry.title, *cells])
    return table(["tool", *(task.key.replace("=", " = ") for task in asked)], rows)


def steps_cell(one: Measurement, mine: Measurement) -> str:
    if not one.samples:
        return one.problem
    if not one.answered:
        return f"{seconds(one.seconds)} (no answer)"
    excess = one.upper / mine.lower - 1 if mine.lower else math.nan
    return f"{seconds(one.seconds)} ({percent(excess)})"


def is_many(task: Task) -> bool:
    """Whether a task asks more than one question."""
    return task.key in {CURVE, SWEEP}
