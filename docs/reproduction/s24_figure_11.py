"""S24 figure 11: Gaussian noise on a Poisson sample, mechanism-specific against agnostic Rényi divergences."""

from one_step import gaussian_steps
from panels import options, say
from renyi import Comparison, agnostic, specific

COMPARISON = Comparison(
    title="One step of Gaussian noise on a Poisson sample: Rényi divergence of groups of K",
    kind="agnostic",
    other=agnostic,
    steps=gaussian_steps(rates=(0.1, 0.001), sigmas=(1.0, 2.0, 5.0)),
    largest=1e4,
    ends=(1e-8, 1e7),
)


def main() -> None:
    """Draw the figure, and print one point of it."""
    COMPARISON.draw(options(__file__, points=61))
    ((_, step),) = gaussian_steps([0.01], [1.0])[0]
    say("r 0.01, σ 1, K 4, α 8: specific", specific(step, 4, [8.0])[0])
    say("r 0.01, σ 1, K 4, α 8: agnostic", agnostic(step, 4, [8.0])[0])


if __name__ == "__main__":
    main()
