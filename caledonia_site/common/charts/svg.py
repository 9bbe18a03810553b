"""The frame every chart stands in, a chart as a file of its own, and the scales its values stand on.

Outside the site there are no style sheets, so a file brings its colours along: those of the light theme, read from the
design's tokens.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from math import ceil, floor, log10
from pathlib import Path

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.markup import Text, element


@dataclass(frozen=True)
class Picture:
    """A drawing by itself, with what its colours mean: (class of the colour, label)."""

    markup: SafeString
    height: float
    legend: Sequence[tuple[str, Text]] = ()


def drawing(height: float, *, title: Text, about: Text, children: Iterable[object]) -> SafeString:
    return element(
        "svg",
        {"role": "img", "width": "100%", "height": height},
        element("title", None, title),
        element("desc", None, about),
        *children,
    )


def figure(*parts: object, title: Text, about: Text, data: SafeString) -> SafeString:
    """A chart with its caption, and the same figures as a table for whoever does not read pictures."""
    return element(
        "figure",
        {"class": "chart"},
        element("figcaption", None, title),
        element("p", {"class": "chart-about"}, about) if about else "",
        *parts,
        element(
            "details",
            {"class": "chart-data"},
            element("summary", None, gettext("The figures as a table")),
            data,
        ),
    )


WIDTH = 720.0
EDGE = 24.0
HEAD = 56.0
LEGEND_LINE = 24.0
LEGEND_COLUMNS = 3
FOOT = 20.0
TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
# Words below the first and the last column reach into the margin.
STYLE = """
svg {{ overflow: visible; }}
text {{ font: 14px system-ui, "Segoe UI", Roboto, "Liberation Sans", sans-serif; fill: {ink}; }}
.title {{ font-size: 18px; font-weight: 600; }}
.chart-note, .muted text {{ font-size: 13px; fill: {ink-soft}; }}
.ground {{ fill: {surface}; }}
.chart-track {{ fill: {sunken}; }}
.chart-bar {{ fill: {loch}; }}
.muted .chart-bar {{ fill: {border}; }}
.chart-axis {{ stroke: {border}; }}
.chart-whisker {{ stroke: {ink}; stroke-width: 2; }}
.chart-whisker-halo {{ stroke: {surface}; stroke-width: 4; }}
.chart-hatch, .chart-gap {{ stroke: {surface}; stroke-width: 2; }}
.chart-grid {{ stroke: {border}; stroke-opacity: 0.35; }}
.chart-band {{ fill: {loch-soft}; }}
.chart-line {{ fill: none; stroke-width: 2; stroke-linejoin: round; vector-effect: non-scaling-stroke; }}
.chart-line-dashed {{ stroke-dasharray: 6 4; }}
.chart-dot {{ stroke: {surface}; }}
.chart-reach {{ fill: none; }}
"""
SERIES, HEATS = 10, 7


def svg_file(picture: Picture, *, title: Text, source: Text = "") -> bytes:
    """`source` stands below the drawing: where the figures come from."""
    rows = -(-len(picture.legend) // LEGEND_COLUMNS)
    top = HEAD + rows * LEGEND_LINE
    width, height = WIDTH + 2 * EDGE, top + picture.height + EDGE + (FOOT if source else 0)
    below = {"class": "chart-note", "x": EDGE, "y": height - EDGE / 2}
    root = element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": width,
            "height": height,
            "viewBox": f"0 0 {width:g} {height:g}",
        },
        element("style", None, _style()),
        element("rect", {"class": "ground", "width": "100%", "height": "100%"}),
        element("text", {"class": "title", "x": EDGE, "y": EDGE + 12}, title),
        *_legend(picture.legend),
        element("svg", {"x": EDGE, "y": top, "width": WIDTH, "height": picture.height}, picture.markup),
        element("text", below, source) if source else "",
    )
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{root}\n'.encode()


def _legend(entries: Sequence[tuple[str, Text]]) -> list[SafeString]:
    shapes = []
    for position, (colour, label) in enumerate(entries):
        row, column = divmod(position, LEGEND_COLUMNS)
        x, y = EDGE + column * WIDTH / LEGEND_COLUMNS, HEAD + row * LEGEND_LINE - 8
        shapes += [
            element("rect", {"class": colour, "x": x, "y": y, "width": 14, "height": 14}),
            element("text", {"x": x + 22, "y": y + 12}, label),
        ]
    return shapes


@cache
def light_colours() -> dict[str, str]:
    """By the name of the token."""
    return dict(re.findall(r"--([a-z0-9-]+): light-dark\((#[0-9a-f]{6}),", TOKENS.read_text()))


@cache
def _style() -> str:
    colours = light_colours()
    lines = [
        f".series-{number} {{ fill: {colours[f'series-{number}']}; }}\n"
        f".line-{number} {{ stroke: {colours[f'series-{number}']}; }}"
        for number in range(1, SERIES + 1)
    ]
    lines += [f".heat-{number} {{ fill: {colours[f'heat-{number}']}; }}" for number in range(1, HEATS + 1)]
    # Names with a hyphen are no identifiers for str.format, but good keys of format_map.
    return STYLE.format_map(colours) + "\n".join(lines)


FEWEST_TICKS = 4


@dataclass(frozen=True)
class Scale:
    least: float
    most: float

    @classmethod
    def over(cls, values: Sequence[float]) -> "Scale":
        """Equal values, or none, stand in the middle of a scale of length one."""
        if not values:
            return cls(0.0, 1.0)
        least, most = min(values), max(values)
        return cls(least, most) if most > least else cls(least - 0.5, most + 0.5)

    def widened(self) -> "Scale":
        """To the round numbers around, so that nothing touches the frame."""
        step = step_for(self.most - self.least)
        return Scale(floor(self.least / step) * step, ceil(self.most / step) * step)

    def share(self, value: float) -> float:
        return (value - self.least) / (self.most - self.least)


def step_for(span: float) -> float:
    """The distance of lines on a scale: 1, 2 or 5 times a power of ten, with a handful of them over the span."""
    rough = span / FEWEST_TICKS
    power = 10.0 ** floor(log10(rough))
    return max(power * factor for factor in (1, 2, 5) if power * factor <= rough)


def ticks_between(least: float, most: float) -> list[float]:
    step = step_for(most - least)
    first, last = ceil(least / step - 1e-9), floor(most / step + 1e-9)
    return [round(number * step, 10) for number in range(first, last + 1)]
