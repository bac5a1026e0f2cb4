"""S24 figure 23: epsilon over iterations of randomised response on Poisson samples, by Rényi divergences."""

from panels import options
from renyi_iterations import Accounting

from tightdp import RandomizedResponse

ACCOUNTING = Accounting(
    title="Randomised response on Poisson samples: Rényi accounting of groups of K",
    panels=tuple((f"r = {rate:g}, θ = 0.6", RandomizedResponse(0.6), rate) for rate in (0.1, 0.001)),
)


def main() -> None:
    """Draw the figure, and print points of it."""
    ACCOUNTING.draw(options(__file__, points=31))
    ACCOUNTING.say(sizes=(2, 4), iterations=1000)


if __name__ == "__main__":
    main()
