from __future__ import annotations

from tightdp.auditing.audit_verdict import AuditVerdict


def test_a_fit_is_true_and_says_so() -> None:
    verdict = AuditVerdict(1.5, 2.0, 1.0, 0.95)
    assert verdict
    expected = "consistent: the audit shows epsilon >= 1.5 with confidence 0.95, the claim is epsilon <= 2"
    assert str(verdict) == expected


def test_a_contradiction_is_false_and_says_how_likely_it_is_by_chance() -> None:
    verdict = AuditVerdict(2.5, 2.0, 3.2e-7, 0.95)
    assert not verdict
    assert "contradiction: the audit shows epsilon >= 2.5" in str(verdict)
    assert str(verdict).endswith("if the claim held, this would be seen with probability at most 3.2e-07")


def test_it_is_ready_for_json() -> None:
    assert AuditVerdict(1.5, 2.0, 1.0, 0.95).as_dict() == {
        "consistent": True,
        "shown": 1.5,
        "claimed": 2.0,
        "chance": 1.0,
        "confidence": 0.95,
    }
