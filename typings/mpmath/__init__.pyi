# mpmath ships no types; the tests use it as a calculator whose every result is compared with a float.
from typing import Any

def __getattr__(name: str) -> Any: ...
