"""S24 figure 13: Gaussian noise on a sample with replacement, one replaced record."""

import numpy as np
from panels import draw, label, options, panels, save, say

from tightdp import Gaussian, Step, Substitute, WithReplacement, account

RECORDS, BATCH = 100, 8
KINDS = {
    "agnostic": ("mechanism-agnostic (B18 theorem 10)", 1, "agnostic"),
    "specific": ("mechanism-specific, one pair of two mixtures", 4, "tight"),
    "tightest": ("tightest: the smaller of both", 2, "published"),
}


def main() -> None:
    """Draw both routes for one sensitivity, and print three points."""
    picture, points = options(__file__, points=61)
    step = Step(Gaussian(1.0, substitution_sensitivity=1.0), WithReplacement(RECORDS, BATCH))
    epsilons = np.geomspace(0.01, 10.0, points)
    title = "Gaussian noise, σ = 1, on 8 of 100 records drawn with replacement, one replaced"
    figure, axes = panels(1, 1, title, height=3.0)
    found = {route: [b.upper for b in account(step, Substitute(), route=route).profile(epsilons)] for route in KINDS}
    for route, (_, colour, line) in KINDS.items():
        draw(axes[0][0], epsilons, found[route], colour, line, floor=1e-12)
    axes[0][0].set(xscale="log", yscale="log", ylim=(1e-12, 1.0))
    axes[0][0].legend([words for words, _, _ in KINDS.values()], frameon=False)
    label(axes, "ε (nats)", "δ")
    save(figure, picture)
    for epsilon in (1.0, 2.0, 4.0, 8.0):
        for route in KINDS:
            bound = account(step, Substitute(), route=route).delta(epsilon)
            say(f"ε {epsilon:g}: {route}", bound.upper)
        say(f"ε {epsilon:g}: attained", account(step, Substitute()).delta(epsilon).lower)


if __name__ == "__main__":
    main()
