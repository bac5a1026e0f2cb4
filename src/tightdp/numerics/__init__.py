"""Numbers without privacy: bounds, log-domain sums, roots, transforms."""
