"""Divergences of one pair, without discretisation: privacy profile, trade-off curve and Rényi divergence."""

from tightdp.divergences.hockey_stick import delta_of, epsilon_of
from tightdp.divergences.renyi import RenyiCurve, renyi_of
from tightdp.divergences.renyi_from_profile import renyi_from_profile
from tightdp.divergences.trade_off import false_negative_rate_of

__all__ = [
    "RenyiCurve",
    "delta_of",
    "epsilon_of",
    "false_negative_rate_of",
    "renyi_from_profile",
    "renyi_of",
]
