"""Horizontal bars, each with the interval its true value probably lies in."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from caledonia_site.common.charts.figure import Picture, data_table, drawing, figure
from caledonia_site.common.charts.svg import Text, element, percent
from caledonia_site.common.escaping import escaped
from caledonia_site.common.numbers import Write, writer

ROW = 50.0
TEXT_LINE = 15.0
BAR_TOP = 23.0
BAR = 14.0
CAP = 5.0
MUTED = ' class="muted"'


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
    rows = [_row(bar, index, scale, baseline, write, decimals) for index, bar in enumerate(bars)]
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


def _row(
    bar: IntervalBar, index: int, scale: _Scale, baseline: float, write: Write, decimals: int
) -> SafeString:
    top = index * ROW
    text, box, middle = top + TEXT_LINE, top + BAR_TOP, top + BAR_TOP + BAR / 2
    start, end = sorted((scale.share(baseline), scale.share(bar.value)))
    low, high = percent(scale.share(bar.low)), percent(scale.share(bar.high))
    upper, lower = f"{middle - CAP:g}", f"{middle + CAP:g}"
    whisker = [
        f'x1="{low}" x2="{high}" y1="{middle:g}" y2="{middle:g}"',
        f'x1="{low}" x2="{low}" y1="{upper}" y2="{lower}"',
        f'x1="{high}" x2="{high}" y1="{upper}" y2="{lower}"',
    ]
    interval = f"{write(bar.low, decimals)} – {write(bar.high, decimals)}"
    # In one piece: a page has a hundred of these rows, and element by element they take as long as its figures. Texts
    # are escaped, everything else is a number.
    return mark_safe(  # noqa: S308
        f"<g{MUTED if bar.muted else ''}>"
        f'<text x="0" y="{text:g}">{escaped(bar.label)}{_note(bar.note) if bar.note else ""}</text>'
        f'<text x="100%" y="{text:g}" text-anchor="end">{write(bar.value, decimals)}{_note(interval)}</text>'
        f'<rect class="chart-track" x="0" y="{box:g}" width="100%" height="{BAR:g}"></rect>'
        f'<rect class="chart-bar" x="{percent(start)}" y="{box:g}" width="{percent(end - start)}"'
        f' height="{BAR:g}"></rect>'
        + "".join([f'<line class="chart-whisker-halo" {ends}></line>' for ends in whisker])
        + "".join([f'<line class="chart-whisker" {ends}></line>' for ends in whisker])
        + "</g>"
    )


def _note(note: Text) -> str:
    return f'<tspan class="chart-note" dx="6">{escaped(note)}</tspan>'
