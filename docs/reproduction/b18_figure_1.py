"""B18 figure 1: privacy profiles of three mechanisms, after sampling, and of groups with and without a black box."""

import numpy as np
from panels import draw, groups, legend, options, panels, save, say

from tightdp import FullBatch, Gaussian, Laplace, Poisson, Profile, RandomizedResponse, Remove, Step, account
from tightdp.baselines import group_delta

BATCH = FullBatch()
MECHANISMS = {"Gaussian, σ = 1": Gaussian(1.0), "Laplace, b = 1": Laplace(1.0), "RR, θ = 0.7": RandomizedResponse(0.7)}
COLOURS = dict(zip(MECHANISMS, (1, 2, 4), strict=True))
SIZES = (1, 2, 4, 8)


def profile(step: Step, size: int, epsilons: np.ndarray) -> list[float]:
    """delta at each epsilon when K records are removed."""
    return [bound.upper for bound in account(step, Remove(size)).profile(epsilons)]


def black_box(mechanism: Gaussian | Laplace) -> Profile:
    """A mechanism of which only the profile for one record is known."""
    one = account(Step(mechanism, BATCH), Remove())
    return Profile(lambda epsilon: one.delta(epsilon).upper)


def main() -> None:
    """Draw profiles, sampled profiles and group profiles of Gaussian and Laplace noise."""
    picture, points = options(__file__, points=41)
    figure, axes = panels(2, 2, "Privacy profiles δ(ε) (B18)", height=2.3, shared=False)
    (plain, sampled), (gaussian, laplace) = axes
    epsilons = np.linspace(0.0, 2.0, points)
    for name, mechanism in MECHANISMS.items():
        draw(plain, epsilons, profile(Step(mechanism, BATCH), 1, epsilons), COLOURS[name], "tight")
        draw(sampled, epsilons, profile(Step(mechanism, BATCH), 1, epsilons), COLOURS[name], "published")
        draw(sampled, epsilons, profile(Step(mechanism, Poisson(0.3)), 1, epsilons), COLOURS[name], "tight")
    plain.legend(list(MECHANISMS), frameon=False)
    plain.set(title="one record, no sampling", ylabel="δ", xlabel="ε (nats)")
    sampled.set(title="Poisson sample, rate 0.3 (dotted: no sampling)", xlabel="ε (nats)")
    wide = np.linspace(0.0, 5.0, points)
    for panel, noise, words in (
        (gaussian, Gaussian(2.0), "Gaussian, σ = 2"),
        (laplace, Laplace(2.0), "Laplace, b = 2"),
    ):
        known, box = Step(noise, BATCH), Step(black_box(noise), BATCH)
        for size in SIZES:
            draw(panel, wide, profile(known, size, wide), size, "tight")
            draw(panel, wide, profile(box, size, wide), size, "post hoc")
        panel.set(title=f"groups of K, {words}", xlabel="ε (nats)", ylim=(0.0, 1.0))
        say(f"{words}, K 3, ε 1: noise known", profile(known, 3, np.array([1.0]))[0])
        say(
            f"{words}, K 3, ε 1: formula",
            group_delta(lambda share, noise=known: profile(noise, 1, np.array([share]))[0], 3, 1.0),
        )
        say(f"{words}, K 3, ε 1: black box, convex", profile(box, 3, np.array([1.0]))[0])
    gaussian.set_ylabel("δ")
    legend(figure, groups(SIZES), {"tight": "noise known", "post hoc": "black box"})
    save(figure, picture)


if __name__ == "__main__":
    main()
