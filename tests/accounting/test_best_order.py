"""The best order is found wherever it is."""

from __future__ import annotations

import numpy as np
import pytest

from tightdp.accounting.best_order import best_order


@pytest.mark.parametrize("where", [1.0 + 1e-5, 1.01, 7.3, 500.0, 4e5])
def test_a_minimum_anywhere(where: float) -> None:
    value, order = best_order(lambda orders: 2.0 + np.log((orders - 1.0) / (where - 1.0)) ** 2)
    assert value == pytest.approx(2.0, abs=1e-4)  # pyright: ignore[reportUnknownMemberType]
    assert order - 1.0 == pytest.approx(where - 1.0, rel=0.02)  # pyright: ignore[reportUnknownMemberType]


@pytest.mark.parametrize("sign", [-1.0, 1.0])
def test_the_search_for_a_limit_ends(sign: float) -> None:
    _, order = best_order(lambda orders: sign * np.log(orders - 1.0))
    assert (order > 1e6) == (sign < 0.0)


def test_nothing_proven_is_infinite() -> None:
    assert np.isinf(best_order(lambda orders: np.full(len(orders), np.inf))[0])
