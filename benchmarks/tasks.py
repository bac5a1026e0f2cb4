"""What is measured: questions, who is asked, and how often."""

from __future__ import annotations

from dataclasses import dataclass

from benchmarks.peers.target import EPSILON
from benchmarks.registry import NOISE_TOOLS, RENYI_TOOLS, TOOLS, Tool
from benchmarks.run import Phase, Run
from benchmarks.workloads import workloads

WORKLOADS, EXTRAS, STEPS, ERROR, RENYI = "workloads", "extras", "steps", "error", "renyi"
NOISE, NOISE_SGD = "noise", "noise-sgd"
OFFERED = {RENYI: RENYI_TOOLS, NOISE: NOISE_TOOLS}
RENYI_ONE, RENYI_GROUP = "renyi-1", "renyi-8"
QUICK_WORKLOADS = {"P01", "D12", "L1", "G4"}
QUICK_TOOLS = ("tight", "google_pld", "allocation_pld", "opake")
DISCRETE = (*QUICK_TOOLS, "microsoft_prv", "opacus_prv")  # those whose error has a knob
CURVE, SWEEP, MANY_STEPS = "curve", "sweep", "many-steps"
EXTREMES = (
    ("noise-0.05", (0.05, 0.01, 100), 1e-5),
    ("eps-1e3", (0.5, 0.1, 2000), 1e-6),
    ("eps-1e4", (0.3, 0.1, 5000), 1e-6),
)


@dataclass(frozen=True)
class Task:
    """Every run at every delta, asked in one process; ``truth`` belongs to a single question.

    Parameters
    ----------
    key
        Unique name.
    kind
        Which table or plot it belongs to.
    words
        What is asked, for the reader.
    runs
        What ran.
    deltas
        Asked of each run; orders where the question is a Rényi divergence.
    rounds
        How often each tool answers, interleaved with the others.
    limit
        Seconds after which a tool is stopped.
    tools
        Keys of those who are asked; all of them where empty.
    truth
        True epsilon and its relative error, where known.
    """

    key: str
    kind: str
    words: str
    runs: tuple[Run, ...]
    deltas: tuple[float, ...]
    rounds: int = 5
    limit: float = 60.0
    tools: tuple[str, ...] = ()
    truth: tuple[float, float] | None = None

    def asked(self) -> tuple[Tool, ...]:
        """Those who can answer."""
        needs = frozenset[str]().union(*(run.needs for run in self.runs))
        offered = OFFERED.get(self.kind, TOOLS)
        return tuple(one for one in offered if needs <= one.can and (not self.tools or one.key in self.tools))


def geometric(first: float, last: float, count: int) -> tuple[float, ...]:
    """Values from first to last in equal ratios."""
    return tuple(first * (last / first) ** (i / (count - 1)) for i in range(count))


def poisson(sigma: float, rate: float, steps: int) -> Run:
    """The subsampled Gaussian."""
    return Run((Phase(sigma, steps, rate),))


def workload_tasks(quick: bool) -> list[Task]:
    """One epsilon for each workload."""
    return [
        Task(
            row.key,
            WORKLOADS,
            row.words,
            (row.run,),
            (row.delta,),
            rounds=1 if quick else 5,
            tools=QUICK_TOOLS if quick and row.key != "P01" else (),
            truth=None if row.truth is None else (row.truth, row.truth_error),
        )
        for row in workloads()
        if not quick or row.key in QUICK_WORKLOADS
    ]


def extra_tasks(quick: bool) -> list[Task]:
    """The curve, the sweep, many steps at a small rate, small noise and large epsilon."""
    rounds, count = (1, 10) if quick else (5, 100)
    curve, rates = geometric(1e-2, 1e-30, count), geometric(1e-3, 2e-2, count)
    curve_words = f"a curve of {count} deltas from 1e-2 to 1e-30; σ = 1.1, q = 0.01, T = 10000"
    sweep_words = f"a sweep over {count} rates from 1e-3 to 2e-2; σ = 1.1, T = 10000, δ = 1e-5"
    everyone = QUICK_TOOLS if quick else ()
    sweepers = QUICK_TOOLS if quick else (*QUICK_TOOLS, "opacus_rdp", "autodp_rdp")
    sweep = tuple(poisson(1.1, rate, 10_000) for rate in rates)
    return [
        Task(CURVE, EXTRAS, curve_words, (poisson(1.1, 0.01, 10_000),), curve, rounds, 60.0, everyone),
        Task(SWEEP, EXTRAS, sweep_words, sweep, (1e-5,), rounds, 120.0, sweepers),
        single(MANY_STEPS, (0.8, 1e-4, 10**6), 1e-6, rounds, everyone),
        *([] if quick else [single(key, numbers, delta, rounds) for key, numbers, delta in EXTREMES]),
    ]


def single(key: str, numbers: tuple[float, float, int], delta: float, rounds: int, tools: tuple[str, ...] = ()) -> Task:
    """One epsilon of a subsampled Gaussian."""
    sigma, rate, steps = numbers
    words = f"σ = {sigma:g}, q = {rate:g}, T = {steps}, δ = {delta:g}"
    return Task(key, EXTRAS, words, (poisson(sigma, rate, steps),), (delta,), rounds, tools=tools)


def step_tasks(quick: bool) -> list[Task]:
    """T = 1e2 ... 1e8 at q = 1/sqrt(T), so that epsilon stays of one size."""
    return [
        Task(
            f"T=1e{power}",
            STEPS,
            f"σ = 1, q = 1/√T, T = 1e{power}, δ = 1e-6",
            (poisson(1.0, 10.0 ** (-power / 2), 10**power),),
            (1e-6,),
            rounds=1 if quick else 2,
            tools=QUICK_TOOLS if quick else DISCRETE,
        )
        for power in ((2, 5) if quick else range(2, 9))
    ]


def error_task(quick: bool) -> Task:
    """P01 with each tool's precision turned from rough to fine."""
    row = next(row for row in workloads() if row.key == "P01")
    assert row.truth is not None
    tools = QUICK_TOOLS if quick else DISCRETE
    truth = (row.truth, row.truth_error)
    return Task("error", ERROR, row.words, (row.run,), (row.delta,), 1 if quick else 2, 60.0, tools, truth)


def renyi_tasks(quick: bool) -> list[Task]:
    """Curves of 100 orders: one record, and a group of eight."""
    count, rounds = (10, 1) if quick else (100, 5)
    one = ("tight_renyi", "opacus_renyi", "google_renyi")
    eight = ("tight_renyi", "quadrature_renyi")
    run, group = poisson(1.1, 0.01, 1), Run((Phase(4.0, 1, 0.01),), group_size=8)
    return [
        Task(
            RENYI_ONE,
            RENYI,
            f"{count} orders from 1.3 to 64 for one record; σ = 1.1, q = 0.01",
            (run,),
            geometric(1.3, 64.0, count),
            rounds,
            60.0,
            one,
        ),
        Task(
            RENYI_GROUP,
            RENYI,
            f"{count} orders from 1.3 to 32 for a group of 8; σ = 4, q = 0.01",
            (group,),
            geometric(1.3, 32.0, count),
            rounds,
            300.0,
            eight,
        ),
    ]


def noise_task(quick: bool) -> Task:
    """Calibration of DP-SGD; the noise in the run is not looked at."""
    tools = ("tight_noise", "opake_noise") if quick else ()
    words = f"σ for ε = {EPSILON:g} at q = 0.01, T = 10000, δ = 1e-5"
    return Task(NOISE_SGD, NOISE, words, (poisson(1.0, 0.01, 10_000),), (1e-5,), 1 if quick else 5, 300.0, tools)


def tasks(quick: bool) -> list[Task]:
    """Everything that is measured."""
    first = [*extra_tasks(quick), *renyi_tasks(quick), noise_task(quick)]
    return [*first, *workload_tasks(quick), error_task(quick), *step_tasks(quick)]
