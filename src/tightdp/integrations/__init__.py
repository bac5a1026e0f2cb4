"""Neighbours: training frameworks and other accountants, one a file; each file names the extra that it needs."""
