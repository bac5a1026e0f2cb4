from __future__ import annotations

from tightdp.cli.flag_origin import FlagOrigin
from tightdp.spec.origin import TextOrigin


def test_a_value_is_named_by_its_flag() -> None:
    origin = FlagOrigin({("phase", 0, "steps"): "--steps", ("phase", 0, "scheme"): "--without-replacement"})
    assert origin.subject(("phase", 0, "steps")) == "--steps"
    assert origin.subject(("phase", 0, "scheme", "batch_size")) == "--without-replacement batch_size"
    assert origin.subject(("delta",)) == "delta"


def test_every_other_value_is_named_by_the_file() -> None:
    origin = FlagOrigin({("delta",): "--delta"}, TextOrigin("run.toml", {("phase",): 4}))
    assert origin.subject(("delta",)) == "--delta"
    assert origin.subject(("phase", 0, "steps")) == "run.toml:4: phase[0].steps"
