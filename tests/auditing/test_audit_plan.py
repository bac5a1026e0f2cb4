from __future__ import annotations

import pytest

from tightdp import InvalidInput
from tightdp.auditing.audit_plan import AuditPlan


def test_the_shares_add_up() -> None:
    plan = AuditPlan(1e-3, 1001)
    assert (plan.choosing, plan.counting) == (300, 701)
    assert plan.risk == pytest.approx(0.025)


def test_a_seed_is_taken_from_the_system_and_kept() -> None:
    one, other = AuditPlan(0.0), AuditPlan(0.0)
    assert one.seed != other.seed
    assert one.seed is not None
    assert 0 <= one.seed < 2**53
    assert one.generator(1).random() == AuditPlan(0.0, seed=one.seed).generator(1).random()


def test_each_key_has_its_own_source() -> None:
    plan = AuditPlan(0.0, seed=5)
    assert len({plan.generator(*key).random() for key in [(0, 0), (0, 1), (1, 0), (0, 0, 0)]}) == 4


@pytest.mark.parametrize(
    ("values", "match"),
    [
        ({"delta": 1.0}, r"delta must be in \[0, 1\), got 1.0"),
        ({"runs": 99}, "runs must be a whole number >= 100, got 99"),
        ({"confidence": 1.0}, r"confidence must be in \(0, 1\), got 1.0"),
        ({"confidence": "high"}, r"confidence must be in \(0, 1\), got 'high'"),
        ({"seed": -1}, "seed must be a whole number >= 0, got -1"),
    ],
)
def test_bad_values_are_named(values: dict[str, float], match: str) -> None:
    with pytest.raises(InvalidInput, match=match):
        AuditPlan(**{"delta": 0.1, **values})  # pyright: ignore[reportArgumentType]
