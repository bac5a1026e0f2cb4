"""The words that some options take."""

from __future__ import annotations

from enum import StrEnum


class RelationChoice(StrEnum):
    """``--relation``."""

    ADD_REMOVE = "add-remove"
    INSERT = "insert"
    REMOVE = "remove"
    SUBSTITUTE = "substitute"


class RouteChoice(StrEnum):
    """``--route``."""

    TIGHTEST = "tightest"
    SPECIFIC = "specific"
    AGNOSTIC = "agnostic"


class BatchesChoice(StrEnum):
    """``--batches``."""

    AUTO = "auto"
    SCHEME = "scheme"
    LAW = "law"


class FigureChoice(StrEnum):
    """``--kind``."""

    PROFILE = "profile"
    TRADE_OFF = "trade-off"
    STEPS = "steps"
    GROUP_SIZE = "group-size"
    NOISE = "noise"


class FormatChoice(StrEnum):
    """``--format``."""

    TABLE = "table"
    JSON = "json"
    CSV = "csv"


class FindChoice(StrEnum):
    """``--find``."""

    NOISE = "noise"
    RATE = "rate"
    BATCH_SIZE = "batch-size"
    STEPS = "steps"
    DELTA = "delta"
    GROUP_SIZE = "group-size"


class PlanFindChoice(StrEnum):
    """``--find`` of a plan."""

    NOISE = "noise"
    UPDATES = "updates"
