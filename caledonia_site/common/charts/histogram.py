"""How often each range of values came up."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from caledonia_site.common.charts.figure import Picture, data_table, drawing, figure
from caledonia_site.common.charts.svg import Text, element, percent
from caledonia_site.common.escaping import escaped
from caledonia_site.common.numbers import writer

HEIGHT = 190.0
TOP = 20.0
FLOOR = 165.0
# What fits on a phone without touching.
MOST_LABELS = 8
GAP = 0.1


@dataclass(frozen=True)
class Bin:
    label: Text
    count: int


def histogram(bins: Sequence[Bin], *, title: Text, about: Text = "", counted: Text = "") -> SafeString:
    """Columns over ranges of values; `counted` says what the heights are, for example games."""
    picture = histogram_picture(bins, title=title, about=about).markup
    write = writer()
    table = data_table(
        title, ["", counted or gettext("Count")], [(item.label, write(item.count, 0)) for item in bins]
    )
    return figure(picture, title=title, about=about, data=table)


def histogram_picture(bins: Sequence[Bin], *, title: Text, about: Text = "") -> Picture:
    """The drawing without the figure around it."""
    highest = max((item.count for item in bins), default=0) or 1
    every, write = ceil(len(bins) / MOST_LABELS) or 1, writer()
    # In one piece, since a page has hundreds of columns; texts are escaped, everything else is a number.
    columns = mark_safe(  # noqa: S308
        "".join(
            [
                _column(item, write(item.count, 0), index, len(bins), highest, labelled=index % every == 0)
                for index, item in enumerate(bins)
            ]
        )
    )
    floor = element("line", {"class": "chart-axis", "x1": 0, "x2": "100%", "y1": FLOOR, "y2": FLOOR})
    return Picture(drawing(HEIGHT, title=title, about=about, children=[columns, floor]), HEIGHT)


def _column(item: Bin, count: str, index: int, bins: int, highest: int, *, labelled: bool) -> str:
    height = (FLOOR - TOP) * item.count / highest
    top = round(FLOOR - height, 3)
    middle = percent((index + 0.5) / bins)
    shapes = (
        f'<rect class="chart-bar" x="{percent((index + GAP / 2) / bins)}" width="{percent((1 - GAP) / bins)}"'
        f' y="{top:g}" height="{round(height, 3):g}"><title>{escaped(item.label)}: {count}</title></rect>'
    )
    if labelled:
        shapes += (
            f'<text class="chart-note" x="{middle}" y="{FLOOR + 19:g}" text-anchor="middle">'
            f"{escaped(item.label)}</text>"
        )
    if item.count == highest:
        shapes += f'<text x="{middle}" y="{round(top - 6, 3):g}" text-anchor="middle">{count}</text>'
    return shapes
