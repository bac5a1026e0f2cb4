"""Numbers without privacy: bounds and their text, log-domain sums, roots, transforms."""
