"""The algebra of dominating pairs."""
