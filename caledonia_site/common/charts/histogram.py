"""How often each range of values came up."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.charts.figure import Picture, data_table, drawing, figure
from caledonia_site.common.charts.svg import Text, element, percent
from caledonia_site.common.numbers import written

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
    table = data_table(
        title, ["", counted or gettext("Count")], [(item.label, written(item.count, 0)) for item in bins]
    )
    return figure(picture, title=title, about=about, data=table)


def histogram_picture(bins: Sequence[Bin], *, title: Text, about: Text = "") -> Picture:
    """The drawing without the figure around it."""
    highest = max((item.count for item in bins), default=0) or 1
    every = ceil(len(bins) / MOST_LABELS) or 1
    columns: list[SafeString] = []
    for index, item in enumerate(bins):
        columns += _column(item, index, len(bins), highest, labelled=index % every == 0)
    floor = element("line", {"class": "chart-axis", "x1": 0, "x2": "100%", "y1": FLOOR, "y2": FLOOR})
    return Picture(drawing(HEIGHT, title=title, about=about, children=[*columns, floor]), HEIGHT)


def _column(item: Bin, index: int, bins: int, highest: int, *, labelled: bool) -> list[SafeString]:
    height = (FLOOR - TOP) * item.count / highest
    middle = percent((index + 0.5) / bins)
    shapes = [
        element(
            "rect",
            {
                "class": "chart-bar",
                "x": percent((index + GAP / 2) / bins),
                "width": percent((1 - GAP) / bins),
                "y": FLOOR - height,
                "height": height,
            },
            element("title", None, f"{item.label}: {written(item.count, 0)}"),
        )
    ]
    if labelled:
        shapes.append(
            element(
                "text",
                {"class": "chart-note", "x": middle, "y": FLOOR + 19, "text-anchor": "middle"},
                item.label,
            )
        )
    if item.count == highest:
        shapes.append(
            element(
                "text",
                {"x": middle, "y": FLOOR - height - 6, "text-anchor": "middle"},
                written(item.count, 0),
            )
        )
    return shapes
