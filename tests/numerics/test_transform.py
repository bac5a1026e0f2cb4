"""Low frequencies by chirp against the full transform and against the sum as it is written."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tightdp.numerics.transform import folded, lowest_frequencies


def as_written(values: NDArray[np.float64], first: int, size: int, reach: int) -> NDArray[np.complex128]:
    j = first + np.arange(len(values))
    turns = np.outer(np.arange(reach), j) % size
    return (values * np.exp(-2j * np.pi * turns / size)).sum(axis=1)


@given(
    values=st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=40),
    first=st.integers(-500, 500),
    size=st.sampled_from([8, 30, 256, 3000]),
    share=st.floats(0.0, 1.0),
)
def test_any_reach_gives_the_sum(values: list[float], first: int, size: int, share: float) -> None:
    reach = 1 + int(share * (size // 2))
    x = np.array(values)
    got = lowest_frequencies(x, first, size, reach)
    np.testing.assert_allclose(got, as_written(x, first, size, reach), rtol=0.0, atol=1e-13 * (1.0 + np.abs(x).sum()))


def test_the_chirp_keeps_its_phases_on_a_large_group() -> None:
    x = np.random.default_rng(5).random(2000)
    size, first = 1 << 22, -700
    chirp = lowest_frequencies(x, first, size, 300)
    full = np.fft.rfft(folded(x, first, size))[:300]
    np.testing.assert_allclose(chirp, full, rtol=0.0, atol=1e-12 * x.sum())


@given(count=st.integers(1, 50), first=st.integers(-60, 60), size=st.integers(1, 20))
def test_folding_sums_residues(count: int, first: int, size: int) -> None:
    values = np.arange(1.0, count + 1.0)
    expected = np.zeros(size)
    for i, value in enumerate(values):
        expected[(first + i) % size] += value
    assert folded(values, first, size).tolist() == expected.tolist()
