from __future__ import annotations

import pytest

from tightdp.cli.choices import FindChoice
from tightdp.cli.find import Search, find
from tightdp.cli.flag_origin import FlagOrigin
from tightdp.cli.target_options import TargetOptions
from tightdp.errors import InvalidInput
from tightdp.relations import AddRemove
from tightdp.spec.document import PhaseEntry, RunDocument
from tightdp.spec.mechanism_entries import GaussianEntry
from tightdp.spec.scheme_entries import FullBatchEntry

NAMES = FlagOrigin({("phase", 0, "mechanism", "noise_multiplier"): "--gaussian"})


def search(noise: float) -> Search:
    phase = PhaseEntry(mechanism=GaussianEntry(noise), scheme=FullBatchEntry(), steps=1)
    return Search(
        RunDocument(phase=[phase]), NAMES, TargetOptions(1.0, 1e-5, None, None, None), rtol=1e-3, route="tightest"
    )


def test_the_document_holds_the_value() -> None:
    for start in (0.5, 20.0):
        found, document = find(FindChoice.NOISE, search(start))
        assert found.value == pytest.approx(3.7306, rel=1e-4)
        assert search(start).program(document) == found.program
    found, document = find(FindChoice.STEPS, search(100.0))
    assert document.phase[0].steps == found.value
    assert search(1.0).relation == AddRemove()


def test_what_is_out_of_range_is_named_before_anything_is_looked_for() -> None:
    with pytest.raises(InvalidInput, match="--gaussian must be a finite number >= 0"):
        find(FindChoice.DELTA, search(-1.0))
