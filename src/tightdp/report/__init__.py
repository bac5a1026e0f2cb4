"""Answers for people: tables, CSV and pictures."""

from tightdp.numerics.number_text import exact_text as exact_text
from tightdp.numerics.number_text import rounded_down as rounded_down
from tightdp.numerics.number_text import rounded_up as rounded_up
from tightdp.report.comparison_plot import ComparisonBars as ComparisonBars
from tightdp.report.comparison_plot import plot_comparison as plot_comparison
from tightdp.report.profile_plot import ProfileCurve as ProfileCurve
from tightdp.report.profile_plot import checked_plot_path as checked_plot_path
from tightdp.report.profile_plot import plot_profile as plot_profile
from tightdp.report.table import Table as Table
from tightdp.report.table import csv_text as csv_text
from tightdp.report.table import show_table as show_table
from tightdp.report.theorem_words import theorem_in_words as theorem_in_words
