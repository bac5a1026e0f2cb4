"""The part of dp-accounting that the adapters use."""

from collections.abc import Callable
from enum import Enum

from dp_accounting import dp_event as dp_event
from dp_accounting.dp_event import DpEvent

class NeighboringRelation(Enum):
    ADD_OR_REMOVE_ONE = 1
    REPLACE_ONE = 2
    REPLACE_SPECIAL = 3

class UnsupportedEventError(Exception): ...

class PrivacyAccountant:
    class CompositionErrorDetails:
        def __init__(self, invalid_event: DpEvent | None, error_message: str | None) -> None: ...

    def __init__(self, neighboring_relation: NeighboringRelation) -> None: ...
    @property
    def neighboring_relation(self) -> NeighboringRelation: ...
    def supports(self, event: DpEvent) -> bool: ...
    def compose(self, event: DpEvent, count: int = 1) -> PrivacyAccountant: ...
    def get_epsilon(self, target_delta: float) -> float: ...
    def get_delta(self, target_epsilon: float) -> float: ...
    @property
    def ledger(self) -> DpEvent: ...

class LowerEndpointAndGuess:
    def __init__(self, lower_endpoint: float, initial_guess: float) -> None: ...

class ExplicitBracketInterval:
    def __init__(self, endpoint_1: float, endpoint_2: float) -> None: ...

def calibrate_dp_mechanism(
    make_fresh_accountant: Callable[[], PrivacyAccountant],
    make_event_from_param: Callable[[float], DpEvent],
    target_epsilon: float,
    target_delta: float,
    bracket_interval: ExplicitBracketInterval | LowerEndpointAndGuess | None = None,
    *,
    discrete: bool = False,
    tol: float | None = None,
) -> float: ...
