"""S24 figures 5 and 14: Gaussian noise on a Poisson sample, group profiles against group privacy after the fact."""

from one_step import Comparison, gaussian_steps, post_hoc, specific
from panels import options, say

COMPARISON = Comparison(
    title="One step of Gaussian noise on a Poisson sample: δ(ε) of groups of K",
    kind="post hoc",
    words="post hoc",
    other=post_hoc,
    steps=gaussian_steps(rates=(0.1, 0.2, 0.5), sigmas=(1.0, 2.0, 5.0)),
    largest=10.0,
)


def main() -> None:
    """Draw the figure, and print one point of it."""
    COMPARISON.draw(options(__file__, points=41))
    ((_, step),) = gaussian_steps([0.01], [1.0])[0]
    say("r 0.01, σ 1, K 4, ε 1: specific", specific(step, 4, [1.0])[0])
    say("r 0.01, σ 1, K 4, ε 1: post hoc", post_hoc(step, 4, [1.0])[0])


if __name__ == "__main__":
    main()
