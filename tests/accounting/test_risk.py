from __future__ import annotations

import json
import math
import re

import pytest

from tightdp.accounting import Step, account
from tightdp.accounting.risk import risk
from tightdp.errors import InvalidInput
from tightdp.mechanisms import Gaussian, RandomizedResponse
from tightdp.relations import AbstractRelation, AddRemove, Insert, Remove, Substitute
from tightdp.schemes import FullBatch, Poisson

GAUSSIAN = account(Step(Gaussian(1.0), FullBatch()), AddRemove())


def test_the_view_of_an_attacker() -> None:
    """J3: the best advantage against one Gaussian release is 0.382925; theory 3.12: f(0.1) = 0.6108563083."""
    found = risk(GAUSSIAN, 1e-5)
    assert found.advantage.lower - 5e-7 <= 0.382925 <= found.advantage.upper + 5e-7
    (_, _, (rate, missed)) = found.rates
    assert rate == 0.1
    assert missed.lower - 1e-9 <= 0.6108563083 <= missed.upper + 1e-9
    assert found.gaussian is not None
    assert 1.0 in found.gaussian.mu
    assert found.epsilon.upper == pytest.approx(4.377178, abs=1e-6)


def test_beliefs_after_randomised_response() -> None:
    """Truth with probability 3/4: from even odds, a report makes it 3 to 1."""
    found = risk(account(Step(RandomizedResponse(0.75), FullBatch()), Substitute()), 1e-6)
    belief = found.posterior(0.5, 0.25)
    assert belief.lower - 1e-9 <= 0.75 <= belief.upper + 1e-9
    assert found.posterior(0.0, 0.25).upper == 0.0
    assert found.posterior(1.0, 0.25).upper == 1.0
    assert found.posterior(0.5, 1.0).upper == 0.5


def test_smaller_rates_allow_surer_claims() -> None:
    found = risk(GAUSSIAN, 1e-5, gaussian=False)
    beliefs = [found.posterior(0.1, rate).upper for rate in (0.5, 0.1, 0.01, 0.001)]
    assert beliefs == sorted(beliefs)
    assert found.gaussian is None


def test_the_words_are_on_the_safe_side() -> None:
    words = str(risk(GAUSSIAN, 1e-5))
    assert "at most e^epsilon = 79.6" in words
    assert "(epsilon at most 4.3772)" in words
    assert "exceeds its false positive rate by at most 0.3830" in words
    assert "a test that is wrong about 0.1 of the absent is right about at most 0.3892 of the present" in words
    assert "no easier than telling two unit normals at most mu = 1.002" in words


@pytest.mark.parametrize(
    ("relation", "odds", "rates"),
    [
        (AddRemove(), "with the user as without it", "of the absent is right about at most C of the present"),
        (Remove(2), "with the 2 users as without them", "of the absent is right about at most C of the present"),
        (Insert(), "without the user as with it", "of the present is right about at most C of the absent"),
        (
            AddRemove(2),
            "on a data set as on a neighbour of it",
            "of the runs on a data set is right about at most C of the runs on a neighbour of it",
        ),
        (
            Substitute(),
            "on a data set as on a neighbour of it",
            "of the runs on a data set is right about at most C of the runs on a neighbour of it",
        ),
    ],
)
def test_the_words_are_about_the_relation(relation: AbstractRelation, odds: str, rates: str) -> None:
    """Nobody is absent where records are replaced, and a group may have come and gone."""
    found = risk(account(Step(Gaussian(1.0), Poisson(0.5)), relation), 1e-5, gaussian=False)
    said = found.sentences("user")
    assert f"times as likely {odds}, up to" in said[0]
    assert re.sub("at most [0-9.]+", "at most C", said[-1]).endswith(f"is wrong about 0.1 {rates}")


def test_words_for_no_protection_for_large_and_for_small_numbers() -> None:
    nothing = risk(account(Step(Gaussian(0.0), FullBatch()), AddRemove()), 1e-5)
    assert "no finite epsilon holds at delta = 1e-05" in str(nothing)
    assert "unit normals" not in str(nothing)
    little = account(Step(Gaussian(100.0), Poisson(0.001)), AddRemove())
    assert "by at most 3.99e-06" in str(risk(little, 1e-9))
    assert "e+21 times as likely" in str(risk(account(Step(Gaussian(0.15), FullBatch()), AddRemove()), 1e-5))


def test_json_has_every_number() -> None:
    record = json.loads(json.dumps(risk(GAUSSIAN, 1e-5, false_positive_rates=[0.1]).as_dict()))
    assert set(record) == {"delta", "epsilon", "advantage", "trade_off", "gaussian_mu", "gaussian_mu_down_to_rate"}
    assert record["trade_off"][0]["false_positive_rate"] == 0.1
    one_sided = risk(account(Step(Gaussian(1.0), FullBatch()), Insert()), 1e-5).as_dict()
    assert "gaussian_mu" not in one_sided


@pytest.mark.parametrize("rate", [0.0, -0.1, 1.1, math.nan])
def test_rates_that_no_claim_has(rate: float) -> None:
    with pytest.raises(InvalidInput, match=r"false_positive_rate must be in \(0, 1\]"):
        risk(GAUSSIAN, 1e-5, gaussian=False).posterior(0.5, rate)
    with pytest.raises(InvalidInput, match=r"prior must be in \[0, 1\]"):
        risk(GAUSSIAN, 1e-5, gaussian=False).posterior(1.5, 0.1)
    with pytest.raises(InvalidInput, match=r"delta must be in \[0, 1\)"):
        risk(GAUSSIAN, 1.0)
