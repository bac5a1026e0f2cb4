from __future__ import annotations

import pytest

from tightdp.auditing.trial import AbstractTrial


def test_it_is_a_contract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        AbstractTrial()  # type: ignore[abstract]  # pyright: ignore[reportAbstractUsage]
