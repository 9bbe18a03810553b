"""Charts drawn on the server: SVG without scripts or style attributes, with the figures in a table behind.

Widths are percentages and texts keep their size, so the same chart is readable on a phone and on a desk.
"""

from caledonia_site.common.charts.bars import (
    Bin,
    IntervalBar,
    StackedBar,
    histogram,
    histogram_picture,
    interval_bars,
    interval_picture,
    stacked_bars,
    stacked_picture,
)
from caledonia_site.common.charts.lines import Line, LinePoint, line_chart, line_picture, sparkline
from caledonia_site.common.charts.svg import Picture, svg_file
from caledonia_site.common.charts.tables import heat_picture, heat_table, interval_cell

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
