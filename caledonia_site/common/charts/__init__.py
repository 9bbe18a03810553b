"""Charts drawn on the server: SVG without scripts or style attributes, with the figures in a table behind.

Widths are percentages and texts keep their size, so the same chart is readable on a phone and on a desk.
"""

from caledonia_site.common.charts.cell import interval_cell
from caledonia_site.common.charts.figure import Picture
from caledonia_site.common.charts.files import svg_file
from caledonia_site.common.charts.heat import heat_picture, heat_table
from caledonia_site.common.charts.histogram import Bin, histogram, histogram_picture
from caledonia_site.common.charts.intervals import IntervalBar, interval_bars, interval_picture
from caledonia_site.common.charts.line import Line, LinePoint, line_chart, line_picture
from caledonia_site.common.charts.sparkline import sparkline
from caledonia_site.common.charts.stacked import StackedBar, stacked_bars, stacked_picture

__all__ = [
    "Bin",
    "IntervalBar",
    "Line",
    "LinePoint",
    "Picture",
    "StackedBar",
    "heat_picture",
    "heat_table",
    "histogram",
    "histogram_picture",
    "interval_bars",
    "interval_cell",
    "interval_picture",
    "line_chart",
    "line_picture",
    "sparkline",
    "stacked_bars",
    "stacked_picture",
    "svg_file",
]
