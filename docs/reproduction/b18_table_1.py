"""B18 table 1: the four amplification theorems, evaluated for three mechanisms and compared with what is attained."""

import math
from itertools import chain

import numpy as np
from panels import draw, label, legend, options, panels, save, say

from tightdp import (
    AddRemove,
    Gaussian,
    Laplace,
    Poisson,
    RandomizedResponse,
    Remove,
    Step,
    Substitute,
    WithoutReplacement,
    WithReplacement,
    account,
)

MECHANISMS = {
    1: ("Gaussian, σ = 1", Gaussian(1.0, substitution_sensitivity=1.0)),
    2: ("Laplace, b = 1", Laplace(1.0, substitution_sensitivity=1.0)),
    4: ("randomised response, θ = 0.8", RandomizedResponse(0.8)),
}
BASES = {1: 1.0, 2: 0.5, 4: 0.8}  # the epsilons at which the table is printed
ROWS = {  # theorem: scheme, relation, rate of a batch that holds a changed record
    "8": (Poisson(0.3), AddRemove(), 0.3),
    "9": (WithoutReplacement(4, 2), Substitute(), 0.5),
    "10": (WithReplacement(3, 2), Substitute(), 5 / 9),
    "11": (WithReplacement(3, 2), Remove(), 5 / 9),
}


def amplified(epsilon: float, rate: float) -> float:
    """``log(1 + eta (e^eps - 1))``."""
    return math.log1p(rate * math.expm1(epsilon))


def main() -> None:
    """Draw the four rows of the table, and print each bound at one epsilon."""
    picture, points = options(__file__, points=41)
    epsilons = np.linspace(0.0, 1.5, points)
    figure, axes = panels(2, 2, "Amplification theorems of B18: δ'(ε') of the sampled mechanism", height=2.2)
    for panel, (theorem, (scheme, relation, rate)) in zip(chain(*axes), ROWS.items(), strict=True):
        for colour, (name, mechanism) in MECHANISMS.items():
            step = Step(mechanism, scheme)
            bound, best = account(step, relation, route="agnostic"), account(step, relation)
            draw(panel, epsilons, [b.upper for b in bound.profile(epsilons)], colour, "agnostic", floor=1e-3)
            draw(panel, epsilons, [b.lower for b in best.profile(epsilons)], colour, "tight", floor=1e-3)
            base = BASES[colour]
            at = amplified(base, rate)
            say(f"theorem {theorem}, {name}, ε {base:g}, ε' {at:.6f}: bound", bound.delta(at).upper)
            say(f"theorem {theorem}, {name}, ε {base:g}, ε' {at:.6f}: attained", best.delta(at).lower)
        panel.set(yscale="log", ylim=(1e-3, 1.0), title=f"theorem {theorem}: {scheme.name}, {relation.name}")
    label(axes, "ε' (nats)", "δ'")
    words = {"agnostic": "the theorem", "tight": "attained"}
    legend(figure, {colour: name for colour, (name, _) in MECHANISMS.items()}, words)
    save(figure, picture)
    ten, noise = WithReplacement(3, 2), MECHANISMS[1][1]
    at = amplified(0.4, 5 / 9)
    say(
        "theorem 11, Gaussian, σ = 1, ε 0.4: bound",
        account(Step(noise, ten), Remove(), route="agnostic").delta(at).upper,
    )
    say("theorem 11, Gaussian, σ = 1, ε 0.4: exact", account(Step(noise, ten), Remove()).delta(at).upper)
    four = account(Step(RandomizedResponse(0.8), WithReplacement(4, 2)), AddRemove(), route="agnostic")
    say("theorem 11, randomised response, θ = 0.8, n 4, ε 0.8", four.delta(amplified(0.8, 7 / 16)).upper)


if __name__ == "__main__":
    main()
