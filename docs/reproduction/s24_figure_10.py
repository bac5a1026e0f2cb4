"""S24 figure 10: randomised response on a Poisson sample, mechanism-specific against mechanism-agnostic profiles."""

from one_step import Comparison, agnostic, response_steps, specific
from panels import options, say

COMPARISON = Comparison(
    title="One step of randomised response on a Poisson sample: δ(ε) of groups of K; the two bounds coincide",
    kind="agnostic",
    words="agnostic",
    other=agnostic,
    steps=response_steps(rates=(0.1, 0.2, 0.5), truths=(0.7, 0.8, 0.9)),
    largest=3.0,
)


def main() -> None:
    """Draw the figure, and print one point of it."""
    COMPARISON.draw(options(__file__, points=41))
    ((_, step),) = response_steps([0.5], [0.9])[0]
    say("r 0.5, θ 0.9, K 4, ε 1: specific", specific(step, 4, [1.0])[0])
    say("r 0.5, θ 0.9, K 4, ε 1: agnostic", agnostic(step, 4, [1.0])[0])


if __name__ == "__main__":
    main()
