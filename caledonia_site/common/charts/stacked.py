"""Horizontal bars made of parts: where the points of each seat came from."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.charts.figure import Picture, data_table, drawing, figure
from caledonia_site.common.charts.svg import Text, element, percent
from caledonia_site.common.numbers import written

ROW = 54.0
TEXT_LINE = 15.0
BAR_TOP = 22.0
BAR = 22.0
MOST_SERIES = 10
# Colours alone carry this many series; the rest are hatched as well.
PLAIN_SERIES = 5


@dataclass(frozen=True)
class StackedBar:
    """One value for each series, in its order; values below zero are stacked to the left of the axis."""

    label: Text
    parts: Sequence[float]

    @property
    def total(self) -> float:
        return sum(self.parts)


def stacked_bars(
    bars: Sequence[StackedBar],
    *,
    name: str,
    series: Sequence[Text],
    title: Text,
    about: Text = "",
    decimals: int = 0,
) -> SafeString:
    """One bar a row; `name` is unique on the page and names the hatching."""
    picture = stacked_picture(
        bars, name=name, series=series, title=title, about=about, decimals=decimals
    ).markup
    table = data_table(
        title,
        ["", *series, gettext("Total")],
        [(bar.label, *(written(part, decimals) for part in (*bar.parts, bar.total))) for bar in bars],
    )
    return figure(_legend(series, f"{name}-hatch"), picture, title=title, about=about, data=table)


def stacked_picture(
    bars: Sequence[StackedBar],
    *,
    name: str,
    series: Sequence[Text],
    title: Text,
    about: Text = "",
    decimals: int = 0,
) -> Picture:
    """The drawing without the figure around it."""
    if len(series) > MOST_SERIES:
        raise ValueError(
            f"A chart can tell {MOST_SERIES} series apart, not {len(series)}: join the smallest."
        )
    if any(len(bar.parts) != len(series) for bar in bars):
        raise ValueError("Every bar needs one value for each series.")
    left = max((-sum(part for part in bar.parts if part < 0) for bar in bars), default=0.0)
    right = max((sum(part for part in bar.parts if part > 0) for bar in bars), default=0.0)
    width = left + right or 1.0
    hatch = f"{name}-hatch"
    rows = [_row(bar, index, series, left, width, hatch, decimals) for index, bar in enumerate(bars)]
    height = ROW * len(bars)
    markup = drawing(height, title=title, about=about, children=[_hatch_pattern(hatch), *rows])
    return Picture(markup, height, [(f"series-{number}", label) for number, label in enumerate(series, 1)])


def _row(
    bar: StackedBar, index: int, series: Sequence[Text], left: float, width: float, hatch: str, decimals: int
) -> SafeString:
    top = index * ROW
    above = below = 0.0
    segments: list[SafeString] = []
    for position, part in enumerate(bar.parts):
        if part == 0:
            continue
        start = above if part > 0 else below - abs(part)
        box = {"x": percent((left + start) / width), "width": percent(abs(part) / width)}
        segments += _segment(
            position, box, top + BAR_TOP, f"{series[position]}: {written(part, decimals)}", hatch
        )
        if part > 0:
            above += part
        else:
            below += part
    axis = percent(left / width)
    return element(
        "g",
        None,
        element("text", {"x": 0, "y": top + TEXT_LINE}, bar.label),
        element(
            "text", {"x": "100%", "y": top + TEXT_LINE, "text-anchor": "end"}, written(bar.total, decimals)
        ),
        *segments,
        element(
            "line",
            {
                "class": "chart-axis",
                "x1": axis,
                "x2": axis,
                "y1": top + BAR_TOP - 3,
                "y2": top + BAR_TOP + BAR + 3,
            },
        ),
    )


def _segment(position: int, box: dict[str, str], top: float, meaning: str, hatch: str) -> list[SafeString]:
    place = box | {"y": f"{top:g}", "height": f"{BAR:g}"}
    shapes = [
        element(
            "rect", {"class": f"series-{position + 1} chart-gap"} | place, element("title", None, meaning)
        )
    ]
    if position >= PLAIN_SERIES:
        shapes.append(element("rect", {"fill": f"url(#{hatch})", "pointer-events": "none"} | place))
    return shapes


def _hatch_pattern(hatch: str) -> SafeString:
    tile = {
        "id": hatch,
        "width": 7,
        "height": 7,
        "patternUnits": "userSpaceOnUse",
        "patternTransform": "rotate(45)",
    }
    line = element("line", {"class": "chart-hatch", "x1": 0, "x2": 0, "y1": 0, "y2": 7})
    return element("defs", None, element("pattern", tile, line))


def _legend(series: Sequence[Text], hatch: str) -> SafeString:
    whole = {"width": "100%", "height": "100%"}
    entries = []
    for position, label in enumerate(series):
        shapes = [element("rect", {"class": f"series-{position + 1}"} | whole)]
        if position >= PLAIN_SERIES:
            shapes.append(element("rect", {"fill": f"url(#{hatch})"} | whole))
        entries.append(element("li", None, element("svg", {"aria-hidden": "true"}, *shapes), label))
    return element("ul", {"class": "chart-legend"}, *entries)
