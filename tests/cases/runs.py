"""Runs that users of privacy accountants asked about in public threads, with independently derived values."""

from __future__ import annotations

from tightdp import (
    AddRemove,
    EpsilonDelta,
    FullBatch,
    Gaussian,
    Laplace,
    Poisson,
    Program,
    RandomizedResponse,
    Step,
    Substitute,
)
from tightdp.relations import AbstractRelation

Case = tuple[Program, AbstractRelation, float, float, float]


def sampled(rate: float, noise: float, steps: int) -> Program:
    return steps * Step(Gaussian(noise), Poisson(rate))


def plain(noise: float, steps: int) -> Program:
    return steps * Step(Gaussian(noise), FullBatch())


ONE = AddRemove()
BOX = EpsilonDelta(0.1, 1e-6)

# name: (program, relation, delta, epsilon, how far the stated value may be off)
EPSILONS: dict[str, Case] = {
    "A1 plain DP-SGD": (sampled(0.125, 0.8, 1000), ONE, 1e-6, 56.7260, 2e-4),
    "A2 ten rounds": (sampled(0.2, 1.0, 10), ONE, 1e-5, 4.98421, 2e-4),
    "A3 tiny delta": (sampled(0.00033, 4.0, 10_000), ONE, 1.1e-18, 0.0672, 1e-4),
    "A4 wide losses": (sampled(0.01, 0.1, 100), ONE, 1e-5, 354.196076, 1e-4),
    "A5 rate one": (sampled(1.0, 5.0, 100), ONE, 1e-5, 9.997256, 1e-6),
    "A6 noise for 20": (sampled(0.01, 0.44200, 1000), ONE, 1e-5, 20.0, 2e-2),
    "A7 noise for 50": (sampled(0.01, 0.33339, 1000), ONE, 1e-5, 50.0, 5e-2),
    "A8 little noise": (sampled(0.1, 0.05, 10), ONE, 1e-5, 1298.7953, 1e-3),
    "A10 one release with hardly any noise": (plain(0.02, 1), ONE, 1e-5, 1462.2850, 1e-4),
    "A11 noise for 1000": (sampled(0.01, 0.108476, 1000), ONE, 1e-5, 1000.0, 0.2),
    "A14 large delta": (sampled(0.01, 1.0, 10), ONE, 0.5, 0.0, 0.0),
    "A15 delta near one": (plain(1.0, 1), ONE, 0.9, 0.0, 0.0),
    "A17 neither 1.83 nor 2.16": (sampled(0.2, 3.0, 50), ONE, 1 / 48_000, 1.96081, 2e-4),
    "A18 where the limit theorem fails": (sampled(0.01, 0.6, 1000), ONE, 1e-5, 7.4336, 2e-4),
    "A20 tutorial": (sampled(250 / 60_000, 1.1, 480), ONE, 1e-5, 0.41103, 2e-4),
    "A21 no step yet": (sampled(0.01, 1.0, 0), ONE, 1e-5, 0.0, 0.0),
    "B1 orders at the end of a list": (sampled(0.001, 5.0, 1000), ONE, 1e-5, 0.01665, 2e-5),
    "B3 exactly zero": (sampled(0.00105, 1.0, 1), ONE, 1e-3, 0.0, 0.0),
    "B3 not zero": (sampled(0.00105, 1.0, 1), ONE, 1e-4, 0.0024044, 1e-6),
    "B5 no orders needed": (sampled(250 / 15_000, 1.3, 900), ONE, 1e-5, 1.89152, 2e-4),
    "B8 figure against text": (sampled(0.01, 4.0, 10_000), ONE, 1e-5, 0.9469, 2e-4),
    "C5 one": (plain(4.22467889, 1), ONE, 1e-6, 1.0, 1e-7),
    "C5 ten": (plain(0.541086832, 1), ONE, 1e-6, 10.0, 1e-6),
    "C7 one sampled step": (sampled(0.01, 0.7764364062, 1), ONE, 1e-6, 1.0, 1e-7),
    "C8 254 steps": (sampled(0.01, 1.0, 254), ONE, 1e-5, 0.99965, 2e-4),
    "C8 255 steps": (sampled(0.01, 1.0, 255), ONE, 1e-5, 1.00119, 2e-4),
    "D2 Poisson": (sampled(0.01, 1.0, 1000), ONE, 1e-5, 1.82824, 2e-4),
    "D2 once per epoch": (plain(1.0, 10), ONE, 1e-5, 17.856587, 1e-5),
    "D13 eight steps": (sampled(0.125, 1.0, 8), ONE, 1e-5, 3.17467, 2e-4),
    "D13 what was meant": (sampled(16 / 100_000, 1.0, 8), ONE, 1e-5, 0.00184, 1e-5),
    "E1 replace one": (plain(1.0, 1), Substitute(), 1e-5, 9.997256, 1e-6),
    "E2 Poisson, replace one": (sampled(0.01, 1.0, 1000), Substitute(), 1e-5, 2.8434, 2e-4),
    "E5 without microbatches": (sampled(256 / 60_000, 1.1, 14_063), ONE, 1e-5, 2.3817, 2e-4),
    "E5 with microbatches": (sampled(256 / 60_000, 0.55, 14_063), ONE, 1e-5, 14.719, 5e-3),
    "E7 three parts": (
        sampled(0.01, 1.0, 500) + sampled(0.02, 0.8, 300) + plain(5.0, 10),
        ONE,
        1e-5,
        4.80104,
        2e-4,
    ),
    "F1 four records": (sampled(0.01, 1.0, 1000), AddRemove(4), 1e-5, 8.8992, 2e-4),
    "F4 clients": (sampled(2 / 3000, 0.5, 500), ONE, 1e-4, 1.3142, 2e-4),
    "F5 half the rounds": (sampled(0.01, 1.0, 500), ONE, 1e-5, 1.32605, 2e-4),
    "G4 two workers": (sampled(0.02048, 1.0, 1000), ONE, 1e-5, 4.0026, 2e-4),
    "G4 one worker": (sampled(0.01024, 1.0, 1000), ONE, 1e-5, 1.8759, 2e-4),
    "G10 five": (plain(2 * 2**0.5, 5), ONE, 1e-5, 3.341409, 1e-6),
    "G10 twenty": (plain(2**0.5, 20), ONE, 1e-5, 17.856587, 1e-5),
    "G10 four": (plain(2 * 2**0.5, 4), ONE, 1e-5, 2.943225, 1e-6),
    "H1 two stages": (sampled(0.01, 1.0, 500) + sampled(0.02, 1.0, 500), ONE, 1e-5, 3.0532, 2e-4),
    "H2 two runs": (2 * sampled(0.01, 1.0, 1000), ONE, 1e-5, 2.5838, 2e-4),
    "H6 black boxes": (30 * Step(BOX, FullBatch()), ONE, 1e-4, 1.866998, 2e-6),
    "I1 sampled Laplace": (10 * Step(Laplace(1.0), Poisson(0.1)), ONE, 1e-5, 1.174207, 2e-6),
    "I2 one report": (Step(RandomizedResponse.from_noise(0.5, 4), FullBatch()) * 1, Substitute(), 0.0, 1.609438, 1e-6),
    "I2 ten reports": (
        10 * Step(RandomizedResponse.from_noise(0.5, 4), FullBatch()),
        Substitute(),
        1e-5,
        16.09328,
        1e-5,
    ),
    "I4 a known sensitivity": (plain((2 / 20) ** 0.5, 1), ONE, 1e-5, 17.856587, 1e-5),
    "D10 one release": (Step(EpsilonDelta(1.0), Poisson(0.1)) * 1, ONE, 0.0, 0.158565, 1e-6),
    "D10 two fresh samples": (2 * Step(EpsilonDelta(1.0), Poisson(0.1)), ONE, 0.0, 0.317130, 1e-6),
    "L2 rounding that must not help": (sampled(1e-5, 0.6, 10**6), ONE, 1e-9, 0.73435, 1e-5),
}
