"""Charts drawn on the server: SVG without scripts or style attributes, with the figures in a table behind.

Widths are percentages and texts keep their size, so the same chart is readable on a phone and on a desk.
"""

from caledonia_site.common.charts.heat import heat_table
from caledonia_site.common.charts.histogram import Bin, histogram
from caledonia_site.common.charts.intervals import IntervalBar, interval_bars
from caledonia_site.common.charts.sparkline import sparkline
from caledonia_site.common.charts.stacked import StackedBar, stacked_bars

__all__ = [
    "Bin",
    "IntervalBar",
    "StackedBar",
    "heat_table",
    "histogram",
    "interval_bars",
    "sparkline",
    "stacked_bars",
]
