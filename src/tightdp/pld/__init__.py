"""Privacy loss distributions: rounding up and down, tilted composition, queries."""
