"""A small run to vary."""

from __future__ import annotations

from typing import Any

from tightdp.accounting import Step
from tightdp.mechanisms import Gaussian, Laplace
from tightdp.relations import AddRemove
from tightdp.schemes import FullBatch, Poisson
from tightdp.spec import to_document

ONE: dict[str, Any] = to_document(100 * Step(Gaussian(1.0), Poisson(0.01)), AddRemove(), delta=1e-5)
TWO: dict[str, Any] = to_document(
    3 * Step(Gaussian(1.0), Poisson(0.01)) + 2 * Step(Laplace(2.0), FullBatch()), AddRemove()
)
GRID = {"noise_multiplier": "1:2:3", "steps": [10, 100], "delta": [1e-5, 1e-7]}
