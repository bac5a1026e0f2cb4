"""Lower bounds on epsilon from runs that are really made."""

from tightdp.auditing.audit import BatchSource, audit
from tightdp.auditing.audit_plan import AuditPlan
from tightdp.auditing.audit_result import AuditResult
from tightdp.auditing.audit_verdict import AuditVerdict
from tightdp.auditing.neighbours import Neighbours
from tightdp.auditing.sampled_release import SampledRelease

__all__ = ["AuditPlan", "AuditResult", "AuditVerdict", "BatchSource", "Neighbours", "SampledRelease", "audit"]
