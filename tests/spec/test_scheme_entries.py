from __future__ import annotations

from typing import get_args

import msgspec
import pytest

from tightdp.spec.run import SCHEMES
from tightdp.spec.scheme_entries import SchemeEntry

REQUIRED = {
    "full-batch": {},
    "poisson": {"rate": 0.5},
    "without-replacement": {"dataset_size": 10, "batch_size": 2},
    "with-replacement": {"dataset_size": 10, "batch_size": 2},
    "random-allocation": {"updates": 10},
    "truncated-poisson": {"rate": 0.5, "largest_batch": 2, "dataset_size": 10},
}


@pytest.mark.parametrize("tag", REQUIRED)
def test_an_entry_has_the_fields_of_its_scheme(tag: str) -> None:
    entry = msgspec.convert({"type": tag, **REQUIRED[tag]}, SchemeEntry)
    scheme = SCHEMES[type(entry)](**msgspec.structs.asdict(entry))
    assert scheme.name == tag


def test_every_entry_has_its_scheme() -> None:
    assert set(SCHEMES) == set(get_args(SchemeEntry))
    assert {entry.__struct_config__.tag for entry in SCHEMES} == set(REQUIRED)
