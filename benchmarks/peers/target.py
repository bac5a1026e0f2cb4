"""The epsilon that every calibration aims at."""

EPSILON = 2.0
