"""From who is in the batch to a dominating pair."""

from tightdp.transport.dominate import ROUTES, Route, dominate

__all__ = ["ROUTES", "Route", "dominate"]
