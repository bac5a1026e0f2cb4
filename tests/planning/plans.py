"""A plan to start from."""

from __future__ import annotations

from tightdp.planning import TrainingPlan

POISSON = TrainingPlan(
    dataset_size=50_000,
    batch_size=500,
    epochs=10,
    sampling="poisson",
    neighbours="add-remove",
    noise_multiplier=1.0,
    delta=1e-5,
)
