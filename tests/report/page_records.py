"""A report's record without a run."""

from __future__ import annotations

from typing import Any

from report.figured_runs import CURVE
from tightdp.report.figure_record import figure_record

RECORD: dict[str, Any] = {
    "title": "Privacy report: <run>",
    "subtitle": "3 x gaussian & more",
    "headline": {"number": "ε ≤ 1.2 at δ = 1e-05", "words": "Steps: 3."},
    "warnings": ["look out"],
    "statement": {"Guarantee": ["epsilon is at most 1.2"], "Method": ["by 'care'"]},
    "bounds_caption": "Upper ends",
    "comparison": [
        {"bound": "tightdp", "theorems": ["U"], "reason": "", "shown": ["1.2", "1"]},
        {"bound": "other", "theorems": ["X"], "reason": "not proven", "shown": ["-", "-"]},
    ],
    "theorems": [["U", "Both sides share."]],
    "figures": [figure_record(CURVE), {**figure_record(CURVE), "kind": "noise", "points": [], "summary": "None."}],
    "input": {"file": "run.toml", "text": 'relation = "<remove>"\n', "command": "tightdp report run.toml"},
    "made_by": "Made by tightdp.",
    "made_with": "tightdp 0",
}
