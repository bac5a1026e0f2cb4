"""What every tagged table of a document has in common."""

from __future__ import annotations

import msgspec


class AbstractEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """A table whose ``type`` says which fields it may hold; any other field is an error."""
