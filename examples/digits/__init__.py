"""DP-SGD on scikit-learn's digits, six ways at one epsilon; ``python -m examples.digits``."""
