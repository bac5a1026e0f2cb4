"""Tight, certified differential-privacy accounting of subsampled mechanisms."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tightdp.accounting import Answer as Answer
    from tightdp.accounting import Because as Because
    from tightdp.accounting import Program as Program
    from tightdp.accounting import Step as Step
    from tightdp.accounting import account as account
    from tightdp.accounting.disjoint_parts import DisjointParts as DisjointParts
    from tightdp.accounting.renyi_account import renyi_account as renyi_account
    from tightdp.accounting.renyi_answer import RenyiAnswer as RenyiAnswer
    from tightdp.accounting.risk import Risk as Risk
    from tightdp.accounting.risk import risk as risk
    from tightdp.auditing import AuditResult as AuditResult
    from tightdp.auditing import Neighbours as Neighbours
    from tightdp.auditing import SampledRelease as SampledRelease
    from tightdp.auditing import audit as audit
    from tightdp.calibration import Advantage as Advantage
    from tightdp.calibration import Budget as Budget
    from tightdp.calibration import Calibrated as Calibrated
    from tightdp.calibration import ErrorRates as ErrorRates
    from tightdp.calibration import budget_left as budget_left
    from tightdp.calibration import is_allowed as is_allowed
    from tightdp.calibration import largest_batch_size as largest_batch_size
    from tightdp.calibration import largest_group as largest_group
    from tightdp.calibration import largest_rate as largest_rate
    from tightdp.calibration import least_noise as least_noise
    from tightdp.calibration import most_steps as most_steps
    from tightdp.calibration import smallest_delta as smallest_delta
    from tightdp.errors import CannotAnswer as CannotAnswer
    from tightdp.errors import InvalidInput as InvalidInput
    from tightdp.errors import TightDPError as TightDPError
    from tightdp.mechanisms import DiscreteGaussian as DiscreteGaussian
    from tightdp.mechanisms import DiscreteLaplace as DiscreteLaplace
    from tightdp.mechanisms import EpsilonDelta as EpsilonDelta
    from tightdp.mechanisms import Gaussian as Gaussian
    from tightdp.mechanisms import Laplace as Laplace
    from tightdp.mechanisms import Profile as Profile
    from tightdp.mechanisms import RandomizedResponse as RandomizedResponse
    from tightdp.mechanisms import Together as Together
    from tightdp.numerics.bound import Bound as Bound
    from tightdp.planning import AdaptiveClipping as AdaptiveClipping
    from tightdp.planning import TrainingPlan as TrainingPlan
    from tightdp.planning import calibrate_plan as calibrate_plan
    from tightdp.planning import noise_multiplier_of as noise_multiplier_of
    from tightdp.relations import AddRemove as AddRemove
    from tightdp.relations import Insert as Insert
    from tightdp.relations import Remove as Remove
    from tightdp.relations import Substitute as Substitute
    from tightdp.report.privacy_statement import PrivacyStatement as PrivacyStatement
    from tightdp.report.privacy_statement import privacy_statement as privacy_statement
    from tightdp.sampling import BatchSampler as BatchSampler
    from tightdp.sampling import Randomness as Randomness
    from tightdp.sampling import micro_batches as micro_batches
    from tightdp.schemes import BatchTable as BatchTable
    from tightdp.schemes import BatchTypes as BatchTypes
    from tightdp.schemes import FullBatch as FullBatch
    from tightdp.schemes import OwnScheme as OwnScheme
    from tightdp.schemes import Poisson as Poisson
    from tightdp.schemes import RandomAllocation as RandomAllocation
    from tightdp.schemes import TruncatedPoisson as TruncatedPoisson
    from tightdp.schemes import WithoutReplacement as WithoutReplacement
    from tightdp.schemes import WithReplacement as WithReplacement
    from tightdp.spec import Ledger as Ledger
    from tightdp.spec import RenyiFilter as RenyiFilter
    from tightdp.spec import merge_ledgers as merge_ledgers
    from tightdp.sweeping import SweepResult as SweepResult
    from tightdp.sweeping import sweep as sweep
    from tightdp.transport.tightness import Tightness as Tightness
    from tightdp.transport.tightness import tightness as tightness
    from tightdp.transport.witness import Witness as Witness

__version__ = "0.1.0"

# Public name to the room that defines it; rooms are imported when a name is first used, so that
# `import tightdp` and `tightdp --version` need neither NumPy nor SciPy.
_ROOMS = {
    "AdaptiveClipping": "planning",
    "AddRemove": "relations",
    "Advantage": "calibration",
    "Answer": "accounting",
    "AuditResult": "auditing",
    "BatchSampler": "sampling",
    "BatchTable": "schemes",
    "BatchTypes": "schemes",
    "Because": "accounting",
    "Bound": "numerics.bound",
    "Budget": "calibration",
    "Calibrated": "calibration",
    "CannotAnswer": "errors",
    "DiscreteGaussian": "mechanisms",
    "DiscreteLaplace": "mechanisms",
    "DisjointParts": "accounting.disjoint_parts",
    "EpsilonDelta": "mechanisms",
    "ErrorRates": "calibration",
    "FullBatch": "schemes",
    "Gaussian": "mechanisms",
    "Insert": "relations",
    "InvalidInput": "errors",
    "Laplace": "mechanisms",
    "Ledger": "spec",
    "Neighbours": "auditing",
    "OwnScheme": "schemes",
    "Poisson": "schemes",
    "PrivacyStatement": "report.privacy_statement",
    "Profile": "mechanisms",
    "Program": "accounting",
    "RandomAllocation": "schemes",
    "RandomizedResponse": "mechanisms",
    "Randomness": "sampling",
    "Remove": "relations",
    "RenyiAnswer": "accounting.renyi_answer",
    "RenyiFilter": "spec",
    "Risk": "accounting.risk",
    "SampledRelease": "auditing",
    "Step": "accounting",
    "Substitute": "relations",
    "SweepResult": "sweeping",
    "TightDPError": "errors",
    "Tightness": "transport.tightness",
    "Together": "mechanisms",
    "TrainingPlan": "planning",
    "TruncatedPoisson": "schemes",
    "WithReplacement": "schemes",
    "WithoutReplacement": "schemes",
    "Witness": "transport.witness",
    "account": "accounting",
    "audit": "auditing",
    "budget_left": "calibration",
    "calibrate_plan": "planning",
    "is_allowed": "calibration",
    "largest_batch_size": "calibration",
    "largest_group": "calibration",
    "largest_rate": "calibration",
    "least_noise": "calibration",
    "merge_ledgers": "spec",
    "micro_batches": "sampling",
    "most_steps": "calibration",
    "noise_multiplier_of": "planning",
    "privacy_statement": "report.privacy_statement",
    "renyi_account": "accounting.renyi_account",
    "risk": "accounting.risk",
    "smallest_delta": "calibration",
    "sweep": "sweeping",
    "tightness": "transport.tightness",
}

__all__ = [  # pyright: ignore[reportUnsupportedDunderAll]
    "AdaptiveClipping",
    "AddRemove",
    "Advantage",
    "Answer",
    "AuditResult",
    "BatchSampler",
    "BatchTable",
    "BatchTypes",
    "Because",
    "Bound",
    "Budget",
    "Calibrated",
    "CannotAnswer",
    "DiscreteGaussian",
    "DiscreteLaplace",
    "DisjointParts",
    "EpsilonDelta",
    "ErrorRates",
    "FullBatch",
    "Gaussian",
    "Insert",
    "InvalidInput",
    "Laplace",
    "Ledger",
    "Neighbours",
    "OwnScheme",
    "Poisson",
    "PrivacyStatement",
    "Profile",
    "Program",
    "RandomAllocation",
    "RandomizedResponse",
    "Randomness",
    "Remove",
    "RenyiAnswer",
    "RenyiFilter",
    "Risk",
    "SampledRelease",
    "Step",
    "Substitute",
    "SweepResult",
    "TightDPError",
    "Tightness",
    "Together",
    "TrainingPlan",
    "TruncatedPoisson",
    "WithReplacement",
    "WithoutReplacement",
    "Witness",
    "account",
    "audit",
    "budget_left",
    "calibrate_plan",
    "is_allowed",
    "largest_batch_size",
    "largest_group",
    "largest_rate",
    "least_noise",
    "merge_ledgers",
    "micro_batches",
    "most_steps",
    "noise_multiplier_of",
    "privacy_statement",
    "renyi_account",
    "risk",
    "smallest_delta",
    "sweep",
    "tightness",
]


def __getattr__(name: str) -> object:
    """The public name, from its room."""
    if name not in _ROOMS:
        raise AttributeError(f"module 'tightdp' has no attribute {name!r}")
    value: object = getattr(import_module(f"tightdp.{_ROOMS[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """Names for completion."""
    return [*globals(), *_ROOMS]
