"""Runs to read and to run."""
