"""Columns that say how often values came up, bars with the interval the true value probably lies in, and bars made of
parts: where the points of each seat came from.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.charts.svg import Picture, drawing, figure
from caledonia_site.common.formatting import Write, format_number, writer
from caledonia_site.common.markup import Text, data_table, element, histogram_column, interval_row, percent

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
    columns = [
        histogram_column(
            item.label,
            write(item.count, 0),
            left=(index + GAP / 2) / len(bins),
            width=(1 - GAP) / len(bins),
            top=FLOOR - (FLOOR - TOP) * item.count / highest,
            floor=FLOOR,
            label_y=FLOOR + 19 if index % every == 0 else None,
            count_y=FLOOR - (FLOOR - TOP) * item.count / highest - 6 if item.count == highest else None,
        )
        for index, item in enumerate(bins)
    ]
    floor = element("line", {"class": "chart-axis", "x1": 0, "x2": "100%", "y1": FLOOR, "y2": FLOOR})
    return Picture(drawing(HEIGHT, title=title, about=about, children=[*columns, floor]), HEIGHT)


INTERVAL_ROW = 50.0
TEXT_LINE = 15.0
INTERVAL_TOP = 23.0
INTERVAL_HEIGHT = 14.0
CAP = 5.0


@dataclass(frozen=True)
class IntervalBar:
    label: Text
    value: float
    low: float
    high: float
    note: Text = ""
    # Too few games to believe: drawn in grey, and the note should say so.
    muted: bool = False


def interval_bars(
    bars: Sequence[IntervalBar],
    *,
    title: Text,
    about: Text = "",
    baseline: float = 0.0,
    decimals: int = 1,
) -> SafeString:
    """One bar a row, from the baseline (zero, or par) to the value, with a whisker over the interval."""
    picture = interval_picture(bars, title=title, about=about, baseline=baseline, decimals=decimals).markup
    write = writer()
    header = ["", gettext("Value"), gettext("From"), gettext("To"), gettext("Note")]
    table = data_table(
        title,
        header,
        [
            (
                bar.label,
                write(bar.value, decimals),
                write(bar.low, decimals),
                write(bar.high, decimals),
                bar.note,
            )
            for bar in bars
        ],
    )
    return figure(picture, title=title, about=about, data=table)


def interval_picture(
    bars: Sequence[IntervalBar],
    *,
    title: Text,
    about: Text = "",
    baseline: float = 0.0,
    decimals: int = 1,
) -> Picture:
    """The drawing without the figure around it."""
    scale, write = _Scale.over(bars, baseline), writer()
    rows = [_interval_row(bar, index, scale, baseline, write, decimals) for index, bar in enumerate(bars)]
    zero = percent(scale.share(baseline))
    line = element(
        "line",
        {
            "class": "chart-axis",
            "x1": zero,
            "x2": zero,
            "y1": INTERVAL_TOP - 3,
            "y2": INTERVAL_ROW * len(bars) - 6,
        },
    )
    height = INTERVAL_ROW * len(bars)
    return Picture(drawing(height, title=title, about=about, children=[*rows, line]), height)


@dataclass(frozen=True)
class _Scale:
    least: float
    most: float

    @classmethod
    def over(cls, bars: Sequence[IntervalBar], baseline: float) -> "_Scale":
        values = [baseline, *(value for bar in bars for value in (bar.low, bar.value, bar.high))]
        least, most = min(values), max(values)
        return cls(least, most if most > least else least + 1)

    def share(self, value: float) -> float:
        return (value - self.least) / (self.most - self.least)


def _interval_row(
    bar: IntervalBar, index: int, scale: _Scale, baseline: float, write: Write, decimals: int
) -> SafeString:
    top = index * INTERVAL_ROW
    start, end = sorted((scale.share(baseline), scale.share(bar.value)))
    return interval_row(
        bar.label,
        bar.note,
        write(bar.value, decimals),
        f"{write(bar.low, decimals)} – {write(bar.high, decimals)}",
        text_y=top + TEXT_LINE,
        bar_y=top + INTERVAL_TOP,
        bar_height=INTERVAL_HEIGHT,
        cap=CAP,
        bar=(start, end),
        ends=(scale.share(bar.low), scale.share(bar.high)),
        is_muted=bar.muted,
    )


STACK_ROW = 54.0
STACK_TOP = 22.0
STACK_HEIGHT = 22.0
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
        [(bar.label, *(format_number(part, decimals) for part in (*bar.parts, bar.total))) for bar in bars],
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
    rows = [_stacked_row(bar, index, series, left, width, hatch, decimals) for index, bar in enumerate(bars)]
    height = STACK_ROW * len(bars)
    markup = drawing(height, title=title, about=about, children=[_hatch_pattern(hatch), *rows])
    return Picture(markup, height, [(f"series-{number}", label) for number, label in enumerate(series, 1)])


def _stacked_row(
    bar: StackedBar, index: int, series: Sequence[Text], left: float, width: float, hatch: str, decimals: int
) -> SafeString:
    top = index * STACK_ROW
    above = below = 0.0
    segments: list[SafeString] = []
    for position, part in enumerate(bar.parts):
        if part == 0:
            continue
        start = above if part > 0 else below - abs(part)
        box = {"x": percent((left + start) / width), "width": percent(abs(part) / width)}
        segments += _segment(
            position, box, top + STACK_TOP, f"{series[position]}: {format_number(part, decimals)}", hatch
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
            "text",
            {"x": "100%", "y": top + TEXT_LINE, "text-anchor": "end"},
            format_number(bar.total, decimals),
        ),
        *segments,
        element(
            "line",
            {
                "class": "chart-axis",
                "x1": axis,
                "x2": axis,
                "y1": top + STACK_TOP - 3,
                "y2": top + STACK_TOP + STACK_HEIGHT + 3,
            },
        ),
    )


def _segment(position: int, box: dict[str, str], top: float, meaning: str, hatch: str) -> list[SafeString]:
    place = box | {"y": f"{top:g}", "height": f"{STACK_HEIGHT:g}"}
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
