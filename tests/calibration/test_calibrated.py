from __future__ import annotations

import json

from calibration.runs import ONE, STEP, plain, sampled
from tightdp import Budget, Calibrated, least_noise, most_steps


def test_it_carries_the_answer_and_what_is_left() -> None:
    found = least_noise(sampled, ONE, Budget(1.0, 1e-5))
    assert isinstance(found, Calibrated)
    assert float(found) == found.value
    assert found.program == sampled(found.value)
    assert found.answer.epsilon(1e-5) == found.bound
    assert 0.0 <= found.unspent < 1e-5
    assert not found.is_limited


def test_it_is_ready_for_json() -> None:
    found = most_steps(plain(100.0), ONE, Budget(1.0, 1e-5))
    record = json.loads(json.dumps(found.as_dict()))
    assert record["unknown"] == "number of steps"
    assert record["beyond"] == record["value"] + 1
    assert record["target"] == {"epsilon": 1.0, "delta": 1e-5}
    assert record["bound"]["upper"] <= 1.0
    assert record["because"]["theorems"]


def test_it_speaks_plainly() -> None:
    found = most_steps(STEP, ONE, Budget(1.0, 1e-5))
    text = str(found)
    assert text.startswith("number of steps 254: epsilon in [0.9")
    assert "target epsilon <= 1 at delta 1e-05, unspent" in text
    assert str(most_steps(0 * STEP, ONE, Budget(1.0, 1e-5))).endswith("the range allows no more")
    assert str(least_noise(plain, ONE, Budget(1.0, 1e-5))).startswith("noise level 3.73")
