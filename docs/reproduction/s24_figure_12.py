"""S24 figure 12: Gaussian noise on a fixed-size sample, transport without conditioning and post hoc bounds."""

import numpy as np
from panels import draw, groups, label, legend, options, panels, save, say

from tightdp import Gaussian, Step, Substitute, WithoutReplacement, renyi_account
from tightdp.baselines import direct_transport_rdp, post_hoc_group_rdp

SIZES = (1, 2, 4)
SAMPLES = {1000: (1, 10, 100), 10_000: (10, 100, 1000), 100_000: (100, 1000, 10_000)}


def step(sigma: float, records: int, batch: int) -> Step:
    """Gaussian noise whose sensitivity to a replaced record is one."""
    return Step(Gaussian(sigma, substitution_sensitivity=1.0), WithoutReplacement(records, batch))


def post_hoc(one: Step, size: int, orders: np.ndarray) -> np.ndarray:
    """The best curve for one record, converted to the group, and made monotone."""
    bounds = post_hoc_group_rdp(one, Substitute(size), orders)
    return np.minimum.accumulate(bounds[::-1])[::-1]


def main() -> None:
    """Draw two noises and three batch sizes of 10 000 records; other data set sizes are compared in numbers."""
    picture, points = options(__file__, points=33)
    orders = np.geomspace(1.5, 256.0, points)
    title = "Gaussian noise on m of 10 000 records, K replaced: Rényi divergence"
    figure, axes = panels(2, 3, title, height=2.2)
    for row, sigma in zip(axes, (0.5, 5.0), strict=True):
        for panel, batch in zip(row, SAMPLES[10_000], strict=True):
            for size in SIZES:
                one = step(sigma, 10_000, batch)
                specific = renyi_account(one, Substitute(size)).curve(orders).upper
                direct = direct_transport_rdp(one, Substitute(size), orders)
                draw(panel, orders, specific, size, "tight")
                draw(panel, orders, post_hoc(one, size, orders), size, "post hoc")
                draw(panel, orders, direct, size, "published")
            panel.set(xscale="log", yscale="log", title=f"m = {batch}, σ = {sigma:g}")
    label(axes, "order α", "Rényi divergence")
    words = {"tight": "conditioned", "post hoc": "post hoc", "published": "direct transport"}
    legend(figure, groups(SIZES), words)
    save(figure, picture)
    for sigma in (0.5, 5.0):
        one = step(sigma, 1000, 100)
        for size in (1, 4):
            name = f"σ {sigma:g}, n 1000, m 100, K {size}, α 8"
            say(f"{name}: conditioned", renyi_account(one, Substitute(size)).divergence(8.0).upper)
            say(f"{name}: post hoc", post_hoc(one, size, np.array([8.0]))[0])
            correct = direct_transport_rdp(one, Substitute(size), [8.0])[0]
            say(f"{name}: direct transport", correct)
            say(f"{name}: direct transport as published", correct * 7.0 / 9.0)
    for position in range(3):
        found = [
            direct_transport_rdp(step(0.5, records, batches[position]), Substitute(4), [8.0])[0]
            for records, batches in SAMPLES.items()
        ]
        say(f"rate {SAMPLES[1000][position] / 1000:g}: n 1000 against n 100000", found[0] / found[2] - 1.0)


if __name__ == "__main__":
    main()
