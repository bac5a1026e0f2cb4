"""Doctests of adapters wait for their frameworks; their tests say the same as skips with a reason."""

from __future__ import annotations

from importlib.util import find_spec

NEEDS = {"dp_accountant": "dp_accounting", "opacus_accountant": "opacus", "ray_executor": "ray"}
collect_ignore = [
    f"tightdp/integrations/{name}.py" for name, framework in NEEDS.items() if find_spec(framework) is None
]
