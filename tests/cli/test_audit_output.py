from __future__ import annotations

from tightdp.auditing import AuditResult
from tightdp.auditing.threshold_test import ThresholdTest
from tightdp.cli.audit_output import audit_output
from tightdp.cli.question import ask
from tightdp.cli.run_options import RunOptions
from tightdp.numerics.bound import Bound

RESULT = AuditResult(
    0.01, 0.95, 1000, 700, 350, 7, ThresholdTest(1.25, above=True, mirrored=False), "1 removed", "law", 4
)


def test_one_audit_in_three_forms() -> None:
    question = ask(RunOptions(laplace=1.0, steps=1), 0.01)
    output = audit_output(question, RESULT, Bound(0.9, 1.0))
    screen = {row[0]: row[1] for row in output.screen[0].rows}
    assert screen["verdict"] == "contradiction"
    assert screen["false positives"].startswith("7 of 700, a rate of at most 0.020")
    assert screen["batches"] == "counts of changed records drawn from the scheme's law"
    assert output.record["verdict"]["claimed"] == 1.0
    assert output.record["epsilon"] == {"lower": 0.9, "upper": 1.0}
    sheet = dict(zip(output.sheet.columns, output.sheet.rows[0], strict=True))
    assert (sheet["consistent"], sheet["false_negatives"]) == ("false", "350")
