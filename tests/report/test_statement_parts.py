from __future__ import annotations

import pytest

from tightdp.accounting import Program, Step
from tightdp.mechanisms import (
    DiscreteGaussian,
    DiscreteLaplace,
    EpsilonDelta,
    Gaussian,
    Laplace,
    Profile,
    RandomizedResponse,
    Together,
)
from tightdp.relations import AbstractRelation, AddRemove, Insert, Remove, Substitute
from tightdp.report.statement_parts import noise_words, not_covered, protected, releases, taken_for_granted
from tightdp.schemes import FullBatch, Poisson, WithoutReplacement

RUN = 10 * Step(Gaussian(1.0), Poisson(0.1)) + 5 * Step(Together((Gaussian(2.0), Laplace(3.0))), FullBatch())


@pytest.mark.parametrize(
    ("relation", "words"),
    [
        (AddRemove(), "protected is whether one record is there at all (neighbours: add-remove, group size 1)"),
        (AddRemove(3), "protected is whether up to 3 records are there at all (neighbours: add-remove, group size 3)"),
        (Substitute(), "protected is what the data of one record are, the number of records being public"),
        (Substitute(2), "what the data of up to 2 records together are"),
        (Insert(), "the one that lacks them coming first"),
        (Remove(), "the one that has them coming first"),
    ],
)
def test_who_is_protected(relation: AbstractRelation, words: str) -> None:
    assert words in protected(relation, "record")


def test_what_ran() -> None:
    first, second = releases(RUN)
    assert first == "10 x Gaussian(noise_multiplier=1.0, substitution_sensitivity=2.0) on Poisson(rate=0.1)"
    assert second.startswith("5 x Together(")
    assert releases(Program()) == ()


def test_every_mechanism_has_its_words_once() -> None:
    kinds = (
        DiscreteGaussian(1.0),
        DiscreteLaplace(1.0),
        RandomizedResponse(0.75),
        EpsilonDelta(1.0),
        Profile(lambda _: 0.0),
    )
    program = sum((1 * Step(kind, FullBatch()) for kind in kinds), RUN)
    words = noise_words(program, "user")
    assert [sentence.partition(":")[0] for sentence in words] == [
        "Gaussian",
        "Laplace",
        *(type(kind).__name__ for kind in kinds),
    ]
    assert "over the largest contribution of a user" in words[0]


def test_what_is_taken_for_granted() -> None:
    words = taken_for_granted(RUN + Step(Gaussian(1.0), WithoutReplacement(10, 2)), AddRemove(2), "record")
    assert "(Poisson, WithoutReplacement); who is in it stays secret" in words[1]
    assert "drawn from good randomness" in words[2]
    assert "none of them computed from the private data" in words[3]
    assert words[4] == "nobody has more than 2 records; this was enforced before the run"
    assert len(taken_for_granted(Program(), Substitute(), "record")) == 3


def test_what_is_not_covered() -> None:
    """I5, K1, K2: selection, a divisor from the data, floating point."""
    words = not_covered(RUN, 8)
    assert words[0] == "selection among 8 runs is not accounted: epsilon is that of one run alone"
    assert "gaps of floating point are not accounted" in words[1]
    assert "a mean over the exact count" in words[2]
    exact = not_covered(1 * Step(DiscreteGaussian(1.0), FullBatch()), 1)
    assert exact[0].startswith("if this run was selected among several")
    assert not any("floating" in sentence for sentence in exact)
