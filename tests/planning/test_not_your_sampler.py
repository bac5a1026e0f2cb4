from __future__ import annotations

import json

from tightdp.numerics.bound import Bound
from tightdp.planning import NotYourSampler

NUMBERS = (Bound(1.0, 1.1), Bound(10.0, 10.1), 5.0)


def test_the_words_say_whose_numbers_they_are() -> None:
    text = str(NotYourSampler(1e-5, *NUMBERS, proven=False))
    assert "Poisson sampling (not your sampler): 1.1" in text
    assert "your loader leaks at least: 5" in text
    assert "supports none of them under add/remove" in text
    assert "supports the number without amplification" in str(NotYourSampler(1e-5, *NUMBERS, proven=True))


def test_json_has_the_label_in_the_key() -> None:
    record = json.loads(json.dumps(NotYourSampler(1e-5, *NUMBERS, proven=True).as_dict()))
    assert record["poisson_not_your_sampler"] == {"lower": 1.0, "upper": 1.1}
    assert (record["at_least"], record["no_amplification_is_proven"], record["delta"]) == (5.0, True, 1e-5)
