"""Plan files to ask about."""

from __future__ import annotations

from pathlib import Path

PLAN = """\
version = 1

[plan]
dataset_size = 50_000
batch_size = 500
epochs = 10
sampling = "poisson"
neighbours = "add-remove"
noise_multiplier = 1.0
delta = 1e-5
target_epsilon = 2.0
"""


def plan_file(folder: Path, *changes: tuple[str, str]) -> Path:
    """The plan with some words exchanged, in a file."""
    text = PLAN
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    path = folder / "plan.toml"
    path.write_text(text, encoding="utf-8")
    return path
