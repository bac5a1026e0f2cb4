"""S24 figure 22: epsilon over iterations of Gaussian noise on Poisson samples, by Rényi divergences, groups of K."""

from panels import options
from renyi_iterations import Accounting

from tightdp import Gaussian

ACCOUNTING = Accounting(
    title="Gaussian noise on Poisson samples: Rényi accounting of groups of K",
    panels=tuple((f"r = 0.001, σ = {sigma:g}", Gaussian(sigma), 0.001) for sigma in (1.0, 5.0)),
)


def main() -> None:
    """Draw the figure, and print points of it."""
    ACCOUNTING.draw(options(__file__, points=31))
    ACCOUNTING.say(sizes=(2, 4), iterations=1000)


if __name__ == "__main__":
    main()
