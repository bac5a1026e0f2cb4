"""The tools: where each is installed, what it can be asked, and what it promises."""

from __future__ import annotations

from dataclasses import dataclass

POISSON = frozenset({"gaussian", "poisson", "full-batch", "phases"})
UPPER = "upper"  # the reported number is meant as an upper bound
BOTH = "both"  # a lower and an upper bound


@dataclass(frozen=True)
class Tool:
    """One accountant.

    Parameters
    ----------
    key
        Name of its module in ``benchmarks.peers``.
    title
        Name in the tables.
    environment
        Folder of its virtual environment.
    can
        What it can account, in the words of ``Run.needs``.
    promise
        ``upper`` or ``both``.
    words
        What its documents promise, for the reader.
    knob
        Name of the setting that trades time for precision; empty where there is none.
    precise
        Values of the knob that are tried in turn where the defaults are not within 1%.
    ladder
        Values of the knob for the plot of error against time.
    """

    key: str
    title: str
    environment: str
    can: frozenset[str]
    promise: str
    words: str
    knob: str = ""
    precise: tuple[float, ...] = ()
    ladder: tuple[float, ...] = ()


ENVIRONMENTS = {
    "tightdp": ("mpmath", ".[plot]"),
    "dp-accounting": ("dp-accounting",),
    "prv-accountant": ("prv-accountant",),
    "pld-accounting": ("PLD_accounting",),
    "opake": ("opake-accounting",),
    "opacus": ("torch==2.13.0", "opacus"),
    "autodp": ("autodp",),
}

TOOLS = (
    Tool(
        "tight",
        "tightdp",
        "tightdp",
        POISSON | {"laplace", "groups", "without-replacement"},
        BOTH,
        "Both ends certified, every error term inside the bracket, both directions.",
        "rtol",
        (),
        (1e-1, 1e-2, 1e-3, 1e-4, 1e-5, 1e-6),
    ),
    Tool(
        "google_pld",
        "dp-accounting PLD",
        "dp-accounting",
        POISSON | {"laplace", "groups"},
        UPPER,
        "Pessimistic discretisation, both directions; the rounding of its Fourier transform is not in the bound. "
        "Groups: all removed or all inserted only, the splits in between are not covered.",
        "value_discretization_interval",
        (1e-5,),
        (1e-2, 1e-3, 1e-4, 1e-5),
    ),
    Tool(
        "allocation_pld",
        "PLD_accounting",
        "pld-accounting",
        POISSON | {"laplace"},
        UPPER,
        "Pessimistic discretisation, both directions; composed by dp-accounting. Lower bounds are offered for random "
        "allocation, not for Poisson batches.",
        "value_discretization",
        (1e-3, 1e-4),
        (1e-1, 1e-2, 1e-3, 1e-4),
    ),
    Tool(
        "opake",
        "opake-accounting",
        "opake",
        POISSON,
        UPPER,
        "Pessimistic discretisation, both directions, compiled; the rounding of its transform is not in the bound.",
        "discretization",
        (1e-5,),
        (1e-2, 1e-3, 1e-4, 1e-5),
    ),
    Tool(
        "microsoft_prv",
        "prv-accountant",
        "prv-accountant",
        POISSON,
        BOTH,
        "Both ends for the direction in which the record is removed; the other direction is not looked at.",
        "eps_error",
        (),
        (1.0, 0.1, 0.01, 0.003),
    ),
    Tool(
        "opacus_prv",
        "Opacus PRV",
        "opacus",
        POISSON,
        UPPER,
        "The upper end of the same method, for the same one direction.",
        "eps_error",
        (),
        (1.0, 0.1, 0.01, 0.003),
    ),
    Tool(
        "opacus_rdp",
        "Opacus RDP",
        "opacus",
        POISSON,
        UPPER,
        "An upper bound by Rényi divergences of fixed orders; loose by construction.",
    ),
    Tool(
        "autodp_rdp",
        "autodp RDP",
        "autodp",
        POISSON | {"laplace", "without-replacement"},
        UPPER,
        "An upper bound by Rényi divergences, the order optimised; loose by construction.",
    ),
)

# Asked for divergences at given orders, not for epsilon at given deltas.
RENYI_TOOLS = (
    Tool(
        "tight_renyi", "tightdp", "tightdp", POISSON | {"groups"}, BOTH, "Both ends, both directions, any real order."
    ),
    Tool("opacus_renyi", "Opacus RDP", "opacus", POISSON, UPPER, "One direction, by series."),
    Tool("google_renyi", "dp-accounting RDP", "dp-accounting", POISSON, UPPER, "One direction, by series."),
    Tool(
        "quadrature_renyi",
        "mpmath quadrature",
        "tightdp",
        POISSON | {"groups"},
        UPPER,
        "One direction, quadrature over the whole line in 50 digits, as in S24's research code.",
    ),
)


# Asked for the least noise at which a run has a given epsilon.
NOISE_TOOLS = (
    Tool(
        "tight_noise", "tightdp", "tightdp", POISSON, BOTH, "The certified upper end of both directions at the target."
    ),
    Tool("google_noise", "dp-accounting PLD", "dp-accounting", POISSON, UPPER, "Brent's method on its upper value."),
    Tool("opake_noise", "opake-accounting", "opake", POISSON, UPPER, "Bisection on its upper value."),
    Tool("opacus_prv_noise", "Opacus PRV", "opacus", POISSON, UPPER, "Bisection on the upper end, one direction."),
    Tool("opacus_rdp_noise", "Opacus RDP", "opacus", POISSON, UPPER, "Bisection on a loose bound."),
)


def tool(key: str) -> Tool:
    """The tool with this key."""
    return next(one for one in (*TOOLS, *RENYI_TOOLS, *NOISE_TOOLS) if one.key == key)
