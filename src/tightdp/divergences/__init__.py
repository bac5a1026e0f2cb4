"""Divergences of one pair, without discretisation: privacy profile and trade-off curve."""

from tightdp.divergences.hockey_stick import delta_of, epsilon_of
from tightdp.divergences.trade_off import false_negative_rate_of

__all__ = ["delta_of", "epsilon_of", "false_negative_rate_of"]
