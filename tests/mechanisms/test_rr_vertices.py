from __future__ import annotations

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mechanisms.closeness import close
from tightdp.mechanisms.rr_vertices import envelope, response_vertices

EPSILONS = np.array([-4.0, -1.2, -0.6, -0.2, -1e-3, 0.0, 1e-3, 0.15, 0.4, 0.8, 1.3, 2.5, 5.0])


def answered(truth: float, categories: int, changed: tuple[float, float], answers: tuple[int, int]) -> list[float]:
    """The divergence of one function, by its definition."""
    lie = (1.0 - truth) / (categories - 1)
    laws = np.full((categories, categories), lie) + np.eye(categories) * (truth - lie)
    p, q = ((1.0 - w) * laws[0] + w * laws[answer] for w, answer in zip(changed, answers, strict=True))
    return [float(np.maximum(p - np.exp(e) * q, 0.0).sum()) for e in EPSILONS]


probabilities = st.floats(0.0, 1.0)


@given(share=st.floats(0.01, 1.0), categories=st.integers(2, 6), removed=probabilities, inserted=probabilities)
@settings(max_examples=150, deadline=None, derandomize=True)
def test_no_answer_is_worse_than_the_envelope(share: float, categories: int, removed: float, inserted: float) -> None:
    """All pairs of answers for changed batches; the envelope is attained at every eps."""
    truth = share + (1.0 - share) / categories
    pair, attained = envelope(
        response_vertices(truth, categories, (1.0 - removed, removed), (1.0 - inserted, inserted))
    )
    every = [
        answered(truth, categories, (removed, inserted), (b, c))
        for b, c in product(range(min(categories, 3)), repeat=2)
    ]
    np.testing.assert_allclose(pair.hockey_stick(EPSILONS), np.max(every, axis=0), rtol=1e-9, atol=1e-14)
    assert abs(np.exp(pair.log_p).sum() + pair.p_infinite - 1.0) < 1e-12
    if attained:
        assert bool(np.any(np.all(np.array(every) >= pair.hockey_stick(EPSILONS) - 1e-14, axis=1)))


@pytest.mark.parametrize(("removed", "inserted", "count"), [(0.3, 0.0, 1), (0.0, 0.3, 1), (0.3, 0.3, 3), (0.0, 0.0, 1)])
def test_sides_without_changes_have_one_corner(removed: float, inserted: float, count: int) -> None:
    assert len(response_vertices(0.7, 3, (1.0 - removed, removed), (1.0 - inserted, inserted))) == count
    assert len(response_vertices(0.7, 2, (1.0 - removed, removed), (1.0 - inserted, inserted))) == min(count, 2)


def test_a_crossing_in_the_rounding_is_no_crossing() -> None:
    """Two pairs that are alike at eps = 0 gave a kink at 1e-15 and masses that added up to 1.1."""
    pair, attained = envelope(response_vertices(0.8, 2, (1.0 / 6.0, 5.0 / 6.0), (1.0 / 6.0, 5.0 / 6.0)))
    assert not attained
    assert np.exp(pair.log_p).sum() == close(1.0, 1e-12)
    assert pair.hockey_stick(np.array([-1.5]))[0] == close(1.0 - np.exp(-1.5), 1e-12)


@pytest.mark.parametrize("truth", [0.8, 1.0])
def test_a_rare_change_keeps_its_digits(truth: float) -> None:
    for removed, inserted in ((1e-9, 0.0), (0.0, 1e-9), (1e-9, 1e-9)):
        pair, _ = envelope(response_vertices(truth, 3, (1.0 - removed, removed), (1.0 - inserted, inserted)))
        known = 1e-9 * (truth - (1.0 - truth) / 2.0)
        assert pair.hockey_stick(np.zeros(1))[0] == close(known, 1e-9)


@pytest.mark.parametrize("truth", [1.0 - 1e-9, 1.0 - 1e-13])
@pytest.mark.parametrize("rare", [0.0, 1e-12, 1e-5, 0.3])
def test_a_rare_lie_keeps_its_digits(truth: float, rare: float) -> None:
    """Nearly every batch holds a changed record, and nearly every answer is true."""
    pair, _ = envelope(response_vertices(truth, 2, (rare, 1.0 - rare), (1.0, 0.0)))
    lie = 1.0 - truth
    shared = rare * truth + (1.0 - rare) * lie
    assert pair.support.lowest == close(float(np.log(shared / truth)), 1e-12)


def test_losses_that_are_zero_but_for_rounding_are_no_kinks() -> None:
    """Kinks at 1e-14 gave slopes of rounding noise and masses that added up to more than 1."""
    split = (1.0 / 8.0, 7.0 / 8.0)
    pair, attained = envelope(response_vertices(1.0 - 1e-10, 4, split, split))
    assert not attained
    assert np.exp(pair.log_p).sum() == close(1.0, 1e-7)
    every = [answered(1.0 - 1e-10, 4, (7.0 / 8.0, 7.0 / 8.0), answers) for answers in ((1, 0), (0, 1), (1, 2))]
    np.testing.assert_allclose(pair.hockey_stick(EPSILONS), np.max(every, axis=0), rtol=1e-7)
