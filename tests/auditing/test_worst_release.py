from __future__ import annotations

import pytest

from tightdp.auditing.worst_release import AbstractWorstRelease


def test_it_is_a_contract() -> None:
    with pytest.raises(TypeError, match="abstract"):
        AbstractWorstRelease()  # type: ignore[abstract]  # pyright: ignore[reportAbstractUsage]
