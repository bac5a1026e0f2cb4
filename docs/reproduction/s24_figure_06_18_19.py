"""S24 figures 6, 18 and 19: delta over iterations of Gaussian noise on Poisson samples, groups of K."""

from iterations import KINDS, Accounting
from panels import options, say

from tightdp import AddRemove, Gaussian, Poisson, Remove, Step, account

ACCOUNTING = Accounting(
    title="Gaussian noise on Poisson samples: δ of groups of K over iterations",
    rows=tuple(
        (f"r = {rate:g}, σ = {sigma:g}", Gaussian(sigma), rate) for rate in (0.01, 0.001) for sigma in (1.0, 5.0)
    ),
)


def main() -> None:
    """Draw the figure, and print two points of it."""
    ACCOUNTING.draw(options(__file__, points=7))
    step = Step(Gaussian(1.0), Poisson(0.01))
    for size, iterations, epsilon in ((2, 10, 0.5), (4, 100, 1.0)):
        for kind, bound in KINDS.items():
            value = bound(step, size, iterations, epsilon)
            say(f"r 0.01, σ 1, K {size}, {iterations} steps, ε {epsilon:g}: {kind}", value)
    for size in (2, 4):
        split, removed = (account(100 * step, side(size)).delta(1.0).upper for side in (AddRemove, Remove))
        say(f"K {size}, 100 steps, ε 1: excess of the worst split over K removals", split / removed - 1.0)


if __name__ == "__main__":
    main()
