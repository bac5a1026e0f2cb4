"""Pieces give the same ratios as the whole."""

from __future__ import annotations

import numpy as np

from tightdp.divergences.chunked_ratios import log_ratio_slopes, log_ratios
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.shift_loss import Side

NOISE = GaussianNoise(2.0)
SIDE = Side(np.arange(300.0), np.full(300, 1.0 / 300.0))


def test_pieces_are_the_whole() -> None:
    z = np.linspace(-5.0, 400.0, 10_000)
    assert log_ratios(NOISE, SIDE, z).tolist() == SIDE.log_ratio(NOISE, z).tolist()
    values, slopes = log_ratio_slopes(NOISE, SIDE, z)
    whole = SIDE.log_ratio_and_slope(NOISE, z)
    assert values.tolist() == whole[0].tolist()
    assert slopes.tolist() == whole[1].tolist()


def test_no_points() -> None:
    assert len(log_ratios(NOISE, SIDE, np.empty(0))) == 0
