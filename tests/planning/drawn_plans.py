"""Plans drawn by hypothesis, of every sampling."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any

from hypothesis import strategies as st

from tightdp.planning import TrainingPlan
from tightdp.planning.plan_inputs import NEIGHBOURS, SAMPLINGS

POSITIVE = st.floats(min_value=1e-3, max_value=1e6)


@st.composite
def plans(draw: st.DrawFn) -> TrainingPlan:
    """A plan with any field off its default that its sampling allows."""
    sampling = draw(st.sampled_from(SAMPLINGS))
    batch: dict[str, int] = {} if sampling == "full-batch" else draw(_batches())
    length = "updates" if "users_per_round" in batch else draw(st.sampled_from(("epochs", "updates")))
    values: dict[str, Any] = {
        "dataset_size": draw(st.integers(10_000, 10**9)),
        "sampling": sampling,
        "neighbours": draw(st.sampled_from(NEIGHBOURS)),
        "drop_last": draw(st.booleans()),
        length: draw(st.integers(1, 10**6)),
        **batch,
    }
    plan = TrainingPlan(**values)
    return replace(
        plan, **{name: draw(st.none() | some) for name, some in _optional(sampling).items()}, **draw(_more())
    )


@st.composite
def _batches(draw: st.DrawFn) -> dict[str, int]:
    size = draw(st.integers(1, 100))
    if draw(st.booleans()):
        return {"users_per_round": size}
    parts = {name: draw(st.integers(1, 4)) for name in ("gradient_accumulation", "workers", "records_per_user")}
    return {"batch_size": size, **parts}


def _optional(sampling: str) -> dict[str, st.SearchStrategy[float]]:
    own = {"largest_rate": st.floats(min_value=0.9, max_value=1.0)} if sampling == "poisson" else {}
    delta = st.floats(min_value=0.0, max_value=1.0, exclude_max=True)
    return {"noise_multiplier": POSITIVE, "delta": delta, "target_epsilon": POSITIVE, **own}


def _more() -> st.SearchStrategy[dict[str, Any]]:
    return st.fixed_dictionaries(
        {
            "records_per_clip": st.integers(1, 8),
            "divisor": st.sampled_from(("public", "dataset-size")),
            "secret_batches": st.booleans(),
        }
    )


def field_names() -> list[str]:
    """The fields of a plan in order."""
    return [field.name for field in fields(TrainingPlan)]
