"""Small runs that calibration tests share."""

from __future__ import annotations

from tightdp import AddRemove, FullBatch, Gaussian, Poisson, Program, Step

ONE = AddRemove()
STEP = Step(Gaussian(1.0), Poisson(0.01))


def sampled(noise: float) -> Program:
    return 100 * Step(Gaussian(noise), Poisson(0.01))


def plain(noise: float) -> Step:
    return Step(Gaussian(noise), FullBatch())
