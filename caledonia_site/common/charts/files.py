"""A chart as a file of its own, for slides, forums and magazines.

Outside the site there are no style sheets, so the file brings its colours along: those of the light theme, read
from the design's tokens.
"""

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from django.utils.safestring import SafeString, mark_safe

from caledonia_site.common.charts.figure import Picture
from caledonia_site.common.charts.svg import Text, element

WIDTH = 720.0
EDGE = 24.0
HEAD = 56.0
LEGEND_LINE = 24.0
LEGEND_COLUMNS = 3
FOOT = 20.0
TOKENS = Path(__file__).parents[2] / "static" / "css" / "tokens.css"
STYLE = """
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
        # Our own text, with nothing of a visitor in it.
        element("style", None, mark_safe(_style())),  # noqa: S308
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
