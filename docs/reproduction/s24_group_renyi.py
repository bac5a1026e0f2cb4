"""S24 section 4, without a figure there: Rényi divergences of groups, tight and after the fact."""

from one_step import gaussian_steps, laplace_steps, response_steps
from panels import options, say
from renyi import Comparison, post_hoc, specific

COMPARISON = Comparison(
    title="One step on a Poisson sample: Rényi divergence of groups of K",
    kind="post hoc",
    other=post_hoc,
    steps=(
        *gaussian_steps(rates=[0.01], sigmas=(0.5, 1.0, 5.0)),
        *laplace_steps(rates=[0.01], scales=(0.5, 1.0, 5.0)),
        *response_steps(rates=[0.01], truths=(0.6, 0.75, 0.9)),
    ),
    largest=256.0,
    ends=(1e-6, 1e5),
)


def main() -> None:
    """Draw the picture, and print one point for each mechanism."""
    COMPARISON.draw(options(__file__, points=41))
    for name, rows in (
        ("L 1", laplace_steps([0.01], [1.0])),
        ("RR 0.75", response_steps([0.01], [0.75])),
    ):
        ((_, step),) = rows[0]
        say(f"{name}, r 0.01, K 4, α 8: specific", specific(step, 4, [8.0])[0])
        say(f"{name}, r 0.01, K 4, α 8: post hoc", post_hoc(step, 4, [8.0])[0])


if __name__ == "__main__":
    main()
