"""Divergences of one pair, without discretisation; those of Rényi are in modules of their own."""

from tightdp.divergences.hockey_stick import delta_of, epsilon_of
from tightdp.divergences.trade_off import false_negative_rate_of

__all__ = ["delta_of", "epsilon_of", "false_negative_rate_of"]
