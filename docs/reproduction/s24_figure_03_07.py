"""S24 figures 3 and 7: randomised response on a fixed-size sample, the improved bound against Wang et al. (2019)."""

import numpy as np
from panels import COLOURS, draw, label, legend, options, panels, save, say

from tightdp import RandomizedResponse, Step, Substitute, WithoutReplacement, renyi_account
from tightdp.baselines import wang_rdp

RECORDS = 10_000
BATCHES = dict(zip(COLOURS, (10, 100, 1000, 2000, 5000), strict=True))


def step(truth: float, batch: int, records: int = RECORDS) -> Step:
    """Randomised response about a batch of fixed size."""
    return Step(RandomizedResponse(truth), WithoutReplacement(records, batch))


def main() -> None:
    """Draw three truth probabilities and five batch sizes, one replaced record."""
    picture, points = options(__file__, points=41)
    orders = np.unique(np.geomspace(2.0, 1e4, points).round())
    figure, axes = panels(
        1, 3, "Randomised response on m of 10 000 records, one replaced: Rényi divergence", height=2.6
    )
    ratios: list[float] = []
    for panel, truth in zip(axes[0], (0.6, 0.75, 0.9), strict=True):
        for colour, batch in BATCHES.items():
            tight = renyi_account(step(truth, batch), Substitute()).curve(orders).upper
            classical = wang_rdp(step(truth, batch), Substitute(), orders)
            draw(panel, orders, tight, colour, "tight")
            draw(panel, orders, classical, colour, "agnostic")
            ratios += list(classical / tight)
        panel.set(xscale="log", yscale="log", title=f"θ = {truth:g}")
    label(axes, "order α", "Rényi divergence")
    words = {"tight": "mechanism-specific", "agnostic": "Wang et al. 2019"}
    legend(figure, {colour: f"m = {batch}" for colour, batch in BATCHES.items()}, words)
    save(figure, picture)
    say("smallest Wang / specific", min(ratios))
    say("largest Wang / specific", max(ratios))
    one = step(0.75, 100, 1000)
    say("θ 0.75, n 1000, m 100, α 2: specific", renyi_account(one, Substitute()).divergence(2.0).upper)
    say("θ 0.75, n 1000, m 100, α 3: Wang", wang_rdp(one, Substitute(), [3.0])[0])


if __name__ == "__main__":
    main()
