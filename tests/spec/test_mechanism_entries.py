from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from tightdp.spec.mechanism_entries import MechanismEntry, TogetherEntry
from tightdp.spec.run import MECHANISMS

REQUIRED = {
    "gaussian": {"noise_multiplier": 1.5},
    "laplace": {"scale": 1.5},
    "randomized-response": {"truth_probability": 0.75},
    "discrete-gaussian": {"noise_multiplier": 1.5},
    "discrete-laplace": {"scale": 1.5},
    "epsilon-delta": {"epsilon": 1.5},
}


@pytest.mark.parametrize("tag", REQUIRED)
def test_the_defaults_of_a_file_are_those_of_the_library(tag: str) -> None:
    entry = msgspec.convert({"type": tag, **REQUIRED[tag]}, MechanismEntry)
    made = MECHANISMS[type(entry)]
    assert made(**REQUIRED[tag]) == made(**msgspec.structs.asdict(entry))


def test_every_entry_has_its_mechanism() -> None:
    assert {*MECHANISMS, TogetherEntry} == set(get_args(MechanismEntry))
    assert {entry.__struct_config__.tag for entry in MECHANISMS} == set(REQUIRED)
