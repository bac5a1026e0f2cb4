"""S24 figures 4 and 9: Laplace noise on a Poisson sample, mechanism-specific against mechanism-agnostic profiles."""

from one_step import Comparison, agnostic, laplace_steps, specific
from panels import options, say

COMPARISON = Comparison(
    title="One step of Laplace noise on a Poisson sample: δ(ε) of groups of K",
    kind="agnostic",
    words="agnostic",
    other=agnostic,
    steps=laplace_steps(rates=(0.1, 0.2, 0.5), scales=(0.5, 1.0, 2.0)),
    largest=10.0,
)


def main() -> None:
    """Draw the figure, and print one point of it."""
    COMPARISON.draw(options(__file__, points=41))
    ((_, step),) = laplace_steps([0.5], [2.0])[0]
    say("r 0.5, b 2, K 4, ε 1: specific", specific(step, 4, [1.0])[0])
    say("r 0.5, b 2, K 4, ε 1: agnostic", agnostic(step, 4, [1.0])[0])


if __name__ == "__main__":
    main()
