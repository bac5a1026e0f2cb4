"""What tightdp is held to, each line with what was measured."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from statistics import median

from benchmarks.measurement import Measurement, paired_ratio
from benchmarks.reference import accurate_answers, bracket, within_one_percent
from benchmarks.store import Results
from benchmarks.tables import named
from benchmarks.tasks import CURVE, MANY_STEPS, NOISE_SGD, RENYI_GROUP, RENYI_ONE, SWEEP, WORKLOADS, Task
from benchmarks.wording import epsilon, percent, seconds, times

NOT_TIGHT = {"W1"}  # the pair is not known to be attained: the gap is shown, not bounded
LARGEST = {"T9", "H1"}
FIVE = ("P01", "P02", "P03", "P04", "P05")


@dataclass(frozen=True)
class Line:
    """A promise, what was measured, and whether it holds."""

    promise: str
    measured: str
    holds: bool

    @property
    def cells(self) -> list[str]:
        """The row of the table."""
        return [self.promise, self.measured, "yes" if self.holds else "**no**"]


Tasks = dict[str, Task]


def lines(results: Results, tasks: list[Task]) -> list[Line]:
    """Every line whose tasks were measured."""
    by_key = {task.key: task for task in tasks}
    makers: tuple[Callable[[Results, Tasks], Iterator[Line]], ...] = (
        brackets,
        gaps,
        peers_are_not_below,
        one_epsilon,
        curve_and_sweep,
        many_steps,
        limits,
        five_runs,
        renyi_curves,
        calibration,
    )
    return [line for make in makers for line in make(results, by_key)]


def mine_of(results: Results, tasks: Tasks, kind: str) -> list[tuple[Task, Measurement]]:
    return [(task, results.mine(task.key)) for task in tasks.values() if task.kind == kind]


def brackets(results: Results, tasks: Tasks) -> Iterator[Line]:
    rows = [(task, mine) for task, mine in mine_of(results, tasks, WORKLOADS) if task.truth]
    bad: list[str] = []
    for task, mine in rows:
        low, high = bracket(task, mine)
        if not (mine.answered and (mine.lower or 0.0) <= high and low <= mine.upper):
            bad.append(task.key)
    said = f"{len(rows) - len(bad)} of {len(rows)} workloads{': not ' + ', '.join(bad) if bad else ''}"
    yield Line("lower ≤ truth ≤ upper wherever the truth is known", said, not bad)


def gaps(results: Results, tasks: Tasks) -> Iterator[Line]:
    found = {
        task.key: mine.upper / mine.lower - 1 if mine.lower else math.inf
        for task, mine in mine_of(results, tasks, WORKLOADS)
        if task.key not in NOT_TIGHT
    }
    if not found:
        return
    worst = max(found, key=lambda key: found[key])
    yield Line(
        "upper / lower − 1 ≤ 1e-3 at default settings where the pair is tight",
        f"largest {percent(found[worst])} ({worst})",
        found[worst] <= 1e-3,
    )


def peers_are_not_below(results: Results, tasks: Tasks) -> Iterator[Line]:
    """A value below tightdp's certified lower end is no valid upper value, and is left out."""
    beaten: list[str] = []
    compared = 0
    for task, mine in mine_of(results, tasks, WORKLOADS):
        low, _ = bracket(task, mine)
        for one in results.of(task.key):
            if one.tool != "tight" and one.answered and one.upper >= low * (1 - 1e-9):
                compared += 1
                if mine.upper > 1.0005 * one.upper:
                    beaten.append(f"{named(one)} on {task.key} by {percent(mine.upper / one.upper - 1)}")
    yield Line(
        "upper end ≤ every peer's valid upper value × 1.0005",
        f"{compared - len(beaten)} of {compared} comparisons{'; beaten by ' + '; '.join(beaten) if beaten else ''}",
        not beaten,
    )


def fastest(found: list[Measurement], accurate: Callable[[Measurement], bool]) -> Measurement | None:
    good = [one for one in found if one.tool != "tight" and one.samples and accurate(one)]
    return min(good, key=lambda one: one.seconds, default=None)


def compared(promise: str, mine: Measurement, peer: Measurement | None, wanted: float) -> Line:
    if not mine.samples:
        return Line(promise, mine.problem, holds=False)
    if peer is None:
        return Line(promise, f"{seconds(mine.seconds)} s; no peer answers within 1%", holds=True)
    ratio = paired_ratio(peer, mine)
    said = f"{times(ratio)} × ({seconds(mine.seconds)} s against {seconds(peer.seconds)} s, {named(peer)})"
    return Line(promise, said, ratio >= wanted)


def one_epsilon(results: Results, tasks: Tasks) -> Iterator[Line]:
    if task := tasks.get("P01"):
        mine = results.mine(task.key)
        peer = fastest(results.of(task.key), lambda one: within_one_percent(one, task, mine))
        yield compared("one ε at T = 1e4: ≥ 3 × faster than the fastest peer within 1%", mine, peer, 3.0)


def curve_and_sweep(results: Results, tasks: Tasks) -> Iterator[Line]:
    for key, wanted, words in [(CURVE, 20.0, "a curve of deltas"), (SWEEP, 5.0, "a sweep over rates")]:
        if task := tasks.get(key):
            promise = (
                f"{words}: ≥ {wanted:.0f} × faster than the fastest peer that gets as many of the answers as any peer"
            )
            mine, peer = results.mine(key), fastest_of_many(results, task)
            line = compared(promise, mine, peer, wanted)
            yield replace(line, measured=line.measured + faster_with_fewer(results, task, peer))


def fastest_of_many(results: Results, task: Task) -> Measurement | None:
    """The fastest peer with as many valid answers within 1% as any peer has."""
    mine = results.mine(task.key)
    best = max(accurate_answers(one, mine) for one in results.of(task.key) if one.tool != "tight")
    return fastest(results.of(task.key), lambda one: accurate_answers(one, mine) >= max(1.0, best))


def faster_with_fewer(results: Results, task: Task, peer: Measurement | None) -> str:
    """Peers that are faster than the one compared with, and what they leave unanswered."""
    mine = results.mine(task.key)
    asked = len(task.runs) * len(task.deltas)
    others = [
        one for one in results.of(task.key) if one.tool != "tight" and one.samples and accurate_answers(one, mine)
    ]
    if peer is None or not mine.samples:
        return ""
    return "".join(
        f"; {named(one)} gets {accurate_answers(one, mine)} of {asked}, {times(paired_ratio(one, mine))} ×"
        for one in sorted(others, key=lambda one: one.seconds)
        if one.seconds < peer.seconds
    )


def many_steps(results: Results, tasks: Tasks) -> Iterator[Line]:
    if MANY_STEPS in tasks:
        yield quick("T = 1e6, q = 1e-4, σ = 0.8: within 0.1% in < 0.2 s", results.mine(MANY_STEPS), 0.2)


def quick(promise: str, mine: Measurement, limit: float, gap: float = 1e-3) -> Line:
    if not mine.answered:
        return Line(promise, mine.problem, holds=False)
    width = mine.upper / mine.lower - 1 if mine.lower else math.inf
    said = f"{seconds(mine.seconds)} s, gap {percent(width)}, ε ≤ {epsilon(mine.upper)}, {mine.peak_mb:.0f} MB"
    return Line(promise, said, mine.seconds < limit and width <= gap)


def limits(results: Results, tasks: Tasks) -> Iterator[Line]:
    for key, words, limit in [
        ("noise-0.05", "small noise (0.05): < 1 s", 1.0),
        ("eps-1e3", "large ε (1e3): < 1 s", 1.0),
        ("eps-1e4", "large ε (1e4): < 1 s", 1.0),
        ("T9", "1e9 steps at q = 1e-5, σ = 1: < 3 s and < 2 GiB", 3.0),
        ("H1", "1000 phases of 100 steps: < 5 s", 5.0),
        ("G64", "group size 64 at q = 1e-3: < 2 s", 2.0),
    ]:
        if key in tasks:
            line = quick(words, results.mine(key), limit)
            small = key != "T9" or (results.mine(key).answered and results.mine(key).peak_mb < 2147)
            yield Line(line.promise, line.measured, bool(line.holds) and small)
    every = [one for one in results.measurements if one.tool == "tight" and one.samples]
    if every:
        imported = median(one.import_seconds for one in every)
        yield Line("import of what an answer needs: < 0.4 s", f"{seconds(imported)} s, the median", imported < 0.4)
        normal = [one for one in every if one.knob is None and one.task not in LARGEST]
        if normal:
            largest = max(normal, key=lambda one: one.peak_mb)
            said = f"{largest.peak_mb:.0f} MB at most ({largest.task})"
            yield Line("peak memory < 250 MB on all but the largest workloads", said, largest.peak_mb < 250)


def renyi_curves(results: Results, tasks: Tasks) -> Iterator[Line]:
    for key, peers, wanted, words in [
        (RENYI_ONE, ("opacus_renyi", "google_renyi"), 1.0, "a Rényi curve for one record: not slower than any peer"),
        (RENYI_GROUP, ("quadrature_renyi",), 100.0, "a Rényi curve for a group of 8: ≥ 100 × faster than quadrature"),
    ]:
        found = {one.tool: one for one in results.of(key)}
        if key in tasks and "tight_renyi" in found:
            asked = [found[peer] for peer in peers if peer in found and found[peer].samples]
            yield compared(words, found["tight_renyi"], min(asked, key=lambda one: one.seconds, default=None), wanted)


def calibration(results: Results, tasks: Tasks) -> Iterator[Line]:
    found = {one.tool: one for one in results.of(NOISE_SGD)}
    if NOISE_SGD in tasks and "tight_noise" in found:
        mine = found.pop("tight_noise")
        peers = [one for one in found.values() if one.samples and abs(one.upper / mine.upper - 1) <= 0.01]
        peer = min(peers, key=lambda one: one.seconds, default=None)
        line = compared(
            "calibrated noise of DP-SGD: < 0.5 s, and ≥ 4 × faster than the fastest peer within 1%", mine, peer, 4.0
        )
        yield Line(line.promise, line.measured, line.holds and mine.seconds < 0.5)


def five_runs(results: Results, tasks: Tasks) -> Iterator[Line]:
    found: list[tuple[str, float, float]] = []
    for key in FIVE:
        other = [one for one in results.of(key) if one.tool == "google_pld" and one.answered]
        mine = results.mine(key)
        if key in tasks and other and mine.answered:
            found.append((key, mine.upper / other[-1].upper - 1, mine.seconds))
    if found:
        far, slow = max(found, key=lambda row: abs(row[1])), max(found, key=lambda row: row[2])
        said = f"furthest {far[1]:+.1e} ({far[0]}), slowest {seconds(slow[2])} s ({slow[0]})"
        yield Line(
            f"{', '.join(row[0] for row in found)}: within 1% of dp-accounting's PLD value, < 2 s each",
            said,
            abs(far[1]) <= 0.01 and slow[2] < 2.0,
        )
