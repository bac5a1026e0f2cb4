"""Releases without noise."""

from __future__ import annotations

import numpy as np
import pytest

from mechanisms.closeness import close
from tightdp.mechanisms.exact_release import exact_release_pair, is_released

EPSILONS = np.array([-1.0, 0.0, 1.0])


def test_only_the_shared_batch_hides_the_change() -> None:
    pair = exact_release_pair((0.7, 0.2, 0.1), (0.9, 0.1))
    expected = [max(0.7 - np.exp(e) * 0.9, 0.0) + 0.3 for e in EPSILONS]
    np.testing.assert_allclose(pair.hockey_stick(EPSILONS), expected, rtol=1e-12)
    assert pair.support.p_infinite == close(0.3)
    assert pair.support.q_infinite == close(0.1)


def test_a_rare_change_keeps_its_digits() -> None:
    pair = exact_release_pair((1.0,), (1.0 - 1e-9, 1e-9))
    assert pair.hockey_stick(np.zeros(1))[0] == close(1e-9, 1e-12)


@pytest.mark.parametrize(("p", "q"), [((0.0, 1.0), (1.0,)), ((1.0,), (0.0, 0.5, 0.5)), ((0.0, 1.0), (0.0, 1.0))])
def test_without_a_shared_batch_everything_is_revealed(p: tuple[float, ...], q: tuple[float, ...]) -> None:
    assert exact_release_pair(p, q).hockey_stick(EPSILONS).tolist() == [1.0, 1.0, 1.0]


def test_nothing_changed_reveals_nothing() -> None:
    assert exact_release_pair((1.0,), (1.0,)).is_trivial


def test_noise_whose_losses_overflow_is_none() -> None:
    assert is_released(0.0)
    assert is_released(1e-131)
    assert not is_released(1e-129)
