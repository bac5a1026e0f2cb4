"""What one changed record does to a batch."""

from __future__ import annotations

from typing import Literal

Unit = Literal["add-remove", "substitute"]
"""``"add-remove"``: the batch holds one record more; ``"substitute"``: one of its records is another."""

KnownUnit = Literal["either", "add-remove", "substitute"]
"""Under which change of a batch a black box is known to be private."""
