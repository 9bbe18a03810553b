"""Horizontal bars, each with the interval its true value probably lies in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.charts.figure import Picture, data_table, drawing, figure
from caledonia_site.common.charts.svg import Text, element, percent
from caledonia_site.common.numbers import written

ROW = 50.0
TEXT_LINE = 15.0
BAR_TOP = 23.0
BAR = 14.0
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
    header = ["", gettext("Value"), gettext("From"), gettext("To"), gettext("Note")]
    table = data_table(
        title,
        header,
        [
            (
                bar.label,
                written(bar.value, decimals),
                written(bar.low, decimals),
                written(bar.high, decimals),
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
    scale = _Scale.over(bars, baseline)
    rows = [_row(bar, index, scale, baseline, decimals) for index, bar in enumerate(bars)]
    zero = percent(scale.share(baseline))
    line = element(
        "line", {"class": "chart-axis", "x1": zero, "x2": zero, "y1": BAR_TOP - 3, "y2": ROW * len(bars) - 6}
    )
    height = ROW * len(bars)
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


def _row(bar: IntervalBar, index: int, scale: _Scale, baseline: float, decimals: int) -> SafeString:
    top = index * ROW
    middle = top + BAR_TOP + BAR / 2
    start, end = sorted((scale.share(baseline), scale.share(bar.value)))
    low, high = percent(scale.share(bar.low)), percent(scale.share(bar.high))
    interval = f"{written(bar.low, decimals)} – {written(bar.high, decimals)}"
    whisker = [
        (low, high, middle, middle),
        (low, low, middle - CAP, middle + CAP),
        (high, high, middle - CAP, middle + CAP),
    ]
    return element(
        "g",
        {"class": "muted"} if bar.muted else None,
        element("text", {"x": 0, "y": top + TEXT_LINE}, bar.label, *_note(bar.note)),
        element(
            "text",
            {"x": "100%", "y": top + TEXT_LINE, "text-anchor": "end"},
            written(bar.value, decimals),
            element("tspan", {"class": "chart-note", "dx": 6}, interval),
        ),
        element("rect", {"class": "chart-track", "x": 0, "y": top + BAR_TOP, "width": "100%", "height": BAR}),
        element(
            "rect",
            {
                "class": "chart-bar",
                "x": percent(start),
                "y": top + BAR_TOP,
                "width": percent(end - start),
                "height": BAR,
            },
        ),
        *(_line("chart-whisker-halo", *ends) for ends in whisker),
        *(_line("chart-whisker", *ends) for ends in whisker),
    )


def _note(note: Text) -> list[SafeString]:
    return [element("tspan", {"class": "chart-note", "dx": 6}, note)] if note else []


def _line(css_class: str, x1: str, x2: str, y1: float, y2: float) -> SafeString:
    return element("line", {"class": css_class, "x1": x1, "x2": x2, "y1": y1, "y2": y2})
