"""What an answer means for somebody who tries to find out whether a record was there."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from tightdp.accounting.answer import Answer
from tightdp.accounting.gaussian_bracket import GaussianBracket, gaussian_bracket
from tightdp.accounting.worst import loose_rtol
from tightdp.errors import InvalidInput
from tightdp.numerics.bound import Bound
from tightdp.numerics.checks import below_one, probability, real
from tightdp.relations import AbstractRelation

_CLOSE = 0.003  # of an advantage, which is told to four decimals
SYMMETRIC = ("add-remove", "substitute")


@dataclass(frozen=True)
class Risk:
    """Numbers about the best possible membership test between two neighbours; see ``risk``.

    Parameters
    ----------
    delta
        The delta that epsilon is for.
    epsilon
        Epsilon at that delta, in nats.
    advantage
        True positive rate minus false positive rate of the best test, at its best: the total variation.
    rates
        False positive rates, and the smallest false negative rate at each.
    gaussian
        The Gaussian curves on both sides of the run's; ``None`` for a one-sided relation, or if not asked for.
    answer
        What the numbers are from.
    """

    delta: float
    epsilon: Bound
    advantage: Bound
    rates: tuple[tuple[float, Bound], ...]
    gaussian: GaussianBracket | None
    answer: Answer = field(repr=False, compare=False)

    def posterior(self, prior: float, false_positive_rate: float) -> Bound:
        """``p (1 - f(a)) / (p (1 - f(a)) + (1 - p) a)``: how sure a positive claim can make somebody.

        Parameters
        ----------
        prior
            p in [0, 1], probability that the record was there before the release was seen.
        false_positive_rate
            a in (0, 1], how often the test claims so when it was not. Smaller rates allow surer, rarer claims.

        Returns
        -------
        Bound
            Probability that the record was there, given the claim of the best test with that rate.

        Raises
        ------
        InvalidInput
            If an argument is outside its range.
        """
        belief, rate = probability("prior", prior), real("false_positive_rate", false_positive_rate, "in (0, 1]")
        if not 0.0 < rate <= 1.0:
            raise InvalidInput("false_positive_rate", false_positive_rate, "in (0, 1]")
        (missed,) = self.answer.trade_off([rate])
        caught = [belief * (1.0 - end) for end in (missed.upper, missed.lower)]
        ends = [true / (true + (1.0 - belief) * rate) if true else 0.0 for true in caught]
        return Bound(ends[0], max(ends))

    def as_dict(self) -> dict[str, object]:
        """The same, ready for JSON."""
        found: dict[str, object] = {
            "delta": self.delta,
            "epsilon": _ends(self.epsilon),
            "advantage": _ends(self.advantage),
            "trade_off": [{"false_positive_rate": a, "false_negative_rate": _ends(b)} for a, b in self.rates],
        }
        if self.gaussian:
            found["gaussian_mu"] = _ends(self.gaussian.mu)
            found["gaussian_mu_down_to_rate"] = self.gaussian.smallest_rate
        return found

    def sentences(self, unit: str = "record") -> tuple[str, ...]:
        """The numbers in words, each on the safe side.

        Parameters
        ----------
        unit
            What the data set has n of, in one word.
        """
        advantage = _up(self.advantage.upper)
        sides, wrong, right = _who(self.answer.relation, unit)
        told = [
            self._odds(sides),
            f"the best test's true positive rate exceeds its false positive rate by at most {advantage}",
        ]
        for rate, missed in self.rates:
            caught = _up(1.0 - missed.lower)
            told.append(f"a test that is wrong about {rate:g} of {wrong} is right about at most {caught} of {right}")
        if self.gaussian and math.isfinite(self.gaussian.mu.upper):
            least = math.floor(self.gaussian.mu.lower * 1e4) / 1e4
            ends = f"at most mu = {_up(self.gaussian.mu.upper)} apart (at least {least:.4f})"
            told.append(
                f"telling the two apart is no easier than telling two unit normals {ends}, for error rates down to "
                f"{self.gaussian.smallest_rate:.1g}"
            )
        return tuple(told)

    def _odds(self, sides: str) -> str:
        """Epsilon in words."""
        if math.isinf(self.epsilon.upper):
            return f"no finite epsilon holds at delta = {self.delta:g}"
        times = _up(math.exp(min(self.epsilon.upper, 700.0)))
        return (
            f"whatever is released, an event is at most e^epsilon = {times} times as likely {sides}, up to "
            f"delta = {self.delta:g} (epsilon at most {_up(self.epsilon.upper)})"
        )

    def __str__(self) -> str:
        return "\n".join(self.sentences())


def risk(
    answer: Answer,
    delta: float,
    *,
    false_positive_rates: Iterable[float] = (0.001, 0.01, 0.1),
    gaussian: bool = True,
) -> Risk:
    """Advantage, error rates, posterior beliefs and Gaussian mu of a run, from certified ends.

    Parameters
    ----------
    answer
        Certified privacy of a run.
    delta
        In [0, 1): for epsilon, and where the comparison with Gaussian curves stops.
    false_positive_rates
        Rates in [0, 1] at which the smallest false negative rate is given.
    gaussian
        Whether to look for the Gaussian curves, the only part that can take more than a second.

    Returns
    -------
    Risk
        ``str`` of it is a paragraph; ``InvalidInput`` if an argument is outside its range.
    """
    share = below_one("delta", delta)
    rates = [probability("false_positive_rates", rate) for rate in false_positive_rates]
    epsilon = answer.epsilon(share)
    asked = replace(answer, rtol=max(answer.rtol, loose_rtol(epsilon)))
    bracket = gaussian_bracket(asked, share) if gaussian and answer.relation.name in SYMMETRIC else None
    pairs = tuple(zip(rates, asked.trade_off(rates), strict=True))
    advantage = asked.glance(0.0)
    if advantage.relative_gap > _CLOSE:
        advantage = asked.delta(0.0)
    return Risk(share, epsilon, advantage, pairs, bracket, asked)


def _who(relation: AbstractRelation, unit: str) -> tuple[str, str, str]:
    """The two sides of a ratio of probabilities, whom a test is wrong about, and whom it is right about."""
    size, name = relation.group_size, relation.name
    whom, them = (f"the {unit}", "it") if size == 1 else (f"the {size} {unit}s", "them")
    if name == "remove" or (name == "add-remove" and size == 1):
        return f"with {whom} as without {them}", "the absent", "the present"
    if name == "insert":
        return f"without {whom} as with {them}", "the present", "the absent"
    return "on a data set as on a neighbour of it", "the runs on a data set", "the runs on a neighbour of it"


def _ends(bound: Bound) -> dict[str, float]:
    return {"lower": bound.lower, "upper": bound.upper}


def _up(value: float) -> str:
    """Five decimals, rounded up; small numbers to three digits."""
    if value >= 1e9:
        return f"{value * (1.0 + 1e-3):.3g}"
    if value >= 0.1 or value == 0.0:
        return f"{math.ceil(value * 1e4) / 1e4:.4f}"
    scale = 10.0 ** (2 - math.floor(math.log10(value)))
    return f"{math.ceil(value * scale) / scale:.3g}"
