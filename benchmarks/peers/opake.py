"""opake-accounting: its compiled engine.

The engine's file is loaded by itself, since the package's Python layer, which adds names and a cache, does not import
under every Python that it names.
"""

from __future__ import annotations

import importlib.util
import sysconfig
from collections.abc import Sequence
from functools import reduce
from pathlib import Path
from types import ModuleType

from benchmarks.peers.value import Value
from benchmarks.run import Phase, Run


def load_engine() -> ModuleType:
    library = Path(sysconfig.get_path("platlib"))
    file = next(library.glob("opake/api/accounting/core/opake_accounting*.so"))
    spec = importlib.util.spec_from_file_location("opake_accounting", file)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


engine = load_engine()


def composed(phase: Phase, knob: float | None):
    config = engine.DiscretizationConfig() if knob is None else engine.DiscretizationConfig(discretization=knob)
    one = engine.gaussian_pld(phase.noise, config)
    if phase.scheme == "poisson":
        one = engine.poisson_pld(one, phase.rate)
    return one.self_compose(phase.steps)


def epsilons(run: Run, deltas: Sequence[float], knob: float | None) -> list[Value]:
    total = reduce(lambda done, part: done.compose(part), (composed(phase, knob) for phase in run.phases))
    return [Value(None, total.epsilon_at(delta)) for delta in deltas]
