"""S24 figures 20 and 21: delta over iterations of Laplace noise on Poisson samples, groups of K."""

from iterations import KINDS, Accounting
from panels import options, say

from tightdp import AddRemove, Laplace, Poisson, Remove, Step, account

ACCOUNTING = Accounting(
    title="Laplace noise on Poisson samples: δ of groups of K over iterations",
    rows=tuple(
        (f"r = {rate:g}, b = {scale:g}", Laplace(scale), rate) for rate in (0.01, 0.001) for scale in (1.0, 5.0)
    ),
)


def main() -> None:
    """Draw the figure, and print two points of it."""
    ACCOUNTING.draw(options(__file__, points=7))
    step = Step(Laplace(1.0), Poisson(0.01))
    for size, iterations, epsilon in ((2, 100, 0.25), (4, 100, 0.5)):
        for kind, bound in KINDS.items():
            value = bound(step, size, iterations, epsilon)
            say(f"r 0.01, b 1, K {size}, {iterations} steps, ε {epsilon:g}: {kind}", value)
    for size in (2, 4):
        split, removed = (account(100 * step, side(size)).delta(0.5).upper for side in (AddRemove, Remove))
        say(f"K {size}, 100 steps, ε 0.5: excess of the worst split over K removals", split / removed - 1.0)


if __name__ == "__main__":
    main()
