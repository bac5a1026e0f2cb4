"""Pairs whose losses are smooth, atomic, or much narrower than any grid, with a spacing for each."""

from __future__ import annotations

from tightdp.mechanisms import EpsilonDelta, Gaussian, RandomizedResponse
from tightdp.pairs.amplified import amplify
from tightdp.pairs.discrete import Discrete
from tightdp.pairs.gaussian_noise import GaussianNoise
from tightdp.pairs.laplace_noise import LaplaceNoise
from tightdp.pairs.pair import AbstractPair
from tightdp.pairs.shift_mixture import ShiftMixture
from tightdp.pairs.spliced import splice
from tightdp.pairs.swapped import swap

GAUSS, LAPLACE = GaussianNoise(1.0), LaplaceNoise(1.0)
_SAMPLED = amplify(Gaussian(1.0).group_pair(1, "substitute"), 0.1)

ROUNDING_CAST: dict[str, tuple[AbstractPair, float]] = {
    "gaussian remove": (ShiftMixture(GAUSS, (0.9, 0.1), (1.0,)), 0.02),
    "gaussian insert": (ShiftMixture(GAUSS, (1.0,), (0.9, 0.1)), 0.02),
    "gaussian substitute": (ShiftMixture(GAUSS, (0.8, 0.2), (0.8, 0.2)), 0.03),
    "gaussian group": (ShiftMixture(GAUSS, (0.512, 0.384, 0.096, 0.008), (0.8, 0.2)), 0.05),
    "gaussian wide grid": (ShiftMixture(GAUSS, (0.9, 0.1), (1.0,)), 0.7),
    "gaussian narrow bulk": (ShiftMixture(GAUSS, (1.0 - 1e-6, 1e-6), (1.0,)), 0.01),
    "gaussian little noise": (ShiftMixture(GaussianNoise(0.05), (0.9, 0.1), (1.0,)), 2.0),
    "laplace remove": (ShiftMixture(LAPLACE, (0.7, 0.3), (1.0,)), 0.01),
    "laplace group": (ShiftMixture(LAPLACE, (0.49, 0.42, 0.09), (0.7, 0.3)), 0.03),
    "spliced": (splice(_SAMPLED, swap(_SAMPLED)), 0.02),
    "response": (RandomizedResponse(0.8).group_pair(1, "substitute"), 0.11),
    "black box": (EpsilonDelta(0.5, 1e-6).group_pair(2, "add-remove"), 0.06),
    "amplified black box": (amplify(EpsilonDelta(1.0, 1e-4).group_pair(1, "add-remove"), 0.2), 0.013),
    "table": (Discrete.from_masses([0.1, 0.2, 0.3, 0.4, 0.0], [0.3, 0.25, 0.25, 0.1, 0.1]), 0.07),
}
