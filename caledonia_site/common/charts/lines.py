"""Lines over time, with a band where the value probably lies and points that lead somewhere; and small ones for the
rows of a table.

A path cannot be drawn in percentages, so the lines stand in an inner drawing that is stretched to the width
(strokes keep theirs); points and texts stand outside it and keep their shape on every screen.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.charts.svg import WIDTH, Picture, Scale, drawing, figure, ticks_between
from caledonia_site.common.formatting import format_number
from caledonia_site.common.markup import Text, data_table, element, line_dot, percent

HEIGHT = 270.0
TOP = 12.0
FLOOR = 236.0
# The width the stretched paths are drawn in on a page; any number would do.
PATH_WIDTH = 1000.0
# In files, for each sign of the scale's numbers, and beside them.
SIGN_WIDTH, SCALE_GAP = 8.0, 10.0
MOST_LINES = 10
MOST_LABELS = 4
# Colours alone carry this many lines; the rest are dashed as well.
PLAIN_LINES = 5
Write = Callable[[float], str]


@dataclass(frozen=True)
class LinePoint:
    """`at` is the place on the horizontal axis; `label` names the point in the table and when it is pointed at.

    `mark` stands below the axis if there is room. `low` and `high` bound the band; all points of a line have
    them or none.
    """

    at: float
    value: float
    label: Text
    mark: Text = ""
    low: float | None = None
    high: float | None = None
    address: str = ""


@dataclass(frozen=True)
class Line:
    label: Text
    points: Sequence[LinePoint]

    @property
    def has_band(self) -> bool:
        return bool(self.points) and all(
            point.low is not None and point.high is not None for point in self.points
        )


def line_chart(
    lines: Sequence[Line],
    *,
    title: Text,
    about: Text = "",
    write: Write = format_number,
    downwards: bool = False,
) -> SafeString:
    """One line or several; `write` puts a value into words, `downwards` puts the least value on top, as for places."""
    frame = _Frame.around(lines, downwards=downwards)
    plot = element(
        "svg",
        # Links inside a picture would be hidden from whoever does not see it, so this is a group.
        {
            "role": "group" if _has_links(lines) else "img",
            "aria-label": title,
            "class": "chart-lines",
            "width": "100%",
            "height": HEIGHT,
        },
        element("desc", None, about),
        *_drawing(lines, frame),
    )
    numbers = element(
        "svg", {"class": "chart-scale", "aria-hidden": "true", "height": HEIGHT}, *_numbers(frame, write)
    )
    picture = element("div", {"class": "chart-framed"}, numbers, plot)
    legend = _legend(lines) if len(lines) > 1 else ""
    return figure(legend, picture, title=title, about=about, data=_table(lines, title, write))


def line_picture(
    lines: Sequence[Line],
    *,
    title: Text,
    about: Text = "",
    write: Write = format_number,
    downwards: bool = False,
) -> Picture:
    """The drawing without the figure around it, as wide as a file; the numbers of the scale stand beside the lines."""
    frame = _Frame.around(lines, downwards=downwards)
    room = SIGN_WIDTH * max(len(write(value)) for value in frame.ticks)
    left = room + SCALE_GAP
    # As wide as it is shown: not every program that draws SVG keeps the strokes of a stretched drawing as they are.
    frame = replace(frame, width=WIDTH - left - SCALE_GAP)
    beside = {"width": room, "height": HEIGHT}
    # Points at the ends reach a little over the edge.
    within = {"x": left, "width": frame.width, "height": HEIGHT, "overflow": "visible"}
    children = [
        element("svg", beside, *_numbers(frame, write)),
        element("svg", within, *_drawing(lines, frame)),
    ]
    legend = [(f"series-{number}", line.label) for number, line in enumerate(lines, 1)]
    markup = drawing(HEIGHT, title=title, about=about, children=children)
    return Picture(markup, HEIGHT, legend if len(lines) > 1 else [])


def _drawing(lines: Sequence[Line], frame: "_Frame") -> list[SafeString]:
    if len(lines) > MOST_LINES:
        raise ValueError(f"A chart can tell {MOST_LINES} lines apart, not {len(lines)}: leave some out.")
    stretched = element(
        "svg",
        {
            "viewBox": f"0 0 {frame.width:g} {HEIGHT:g}",
            "preserveAspectRatio": "none",
            "width": "100%",
            "height": HEIGHT,
        },
        *(_band(line, frame) for line in lines if line.has_band),
        *_grid(frame),
        *(_path(line, number, frame) for number, line in enumerate(lines, 1)),
    )
    points = [_point(point, number, frame) for number, line in enumerate(lines, 1) for point in line.points]
    return [stretched, *_marks(lines, frame), *points]


@dataclass(frozen=True)
class _Frame:
    across: Scale
    up: Scale
    downwards: bool
    width: float = PATH_WIDTH

    @classmethod
    def around(cls, lines: Sequence[Line], *, downwards: bool) -> "_Frame":
        points = [point for line in lines for point in line.points]
        values = [
            value for point in points for value in (point.low, point.value, point.high) if value is not None
        ]
        return cls(Scale.over([point.at for point in points]), Scale.over(values).widened(), downwards)

    @property
    def ticks(self) -> list[float]:
        return ticks_between(self.up.least, self.up.most)

    def share(self, point: LinePoint) -> float:
        return self.across.share(point.at)

    def height(self, value: float) -> float:
        share = self.up.share(value)
        return TOP + (FLOOR - TOP) * (share if self.downwards else 1 - share)


def _grid(frame: _Frame) -> list[SafeString]:
    return [
        element(
            "line",
            {
                "class": "chart-grid",
                "x1": 0,
                "x2": frame.width,
                "y1": frame.height(value),
                "y2": frame.height(value),
            },
        )
        for value in frame.ticks
    ]


def _numbers(frame: _Frame, write: Write) -> list[SafeString]:
    return [
        element(
            "text",
            {"class": "chart-note", "x": "100%", "y": frame.height(value) + 4, "text-anchor": "end"},
            write(value),
        )
        for value in frame.ticks
    ]


def _marks(lines: Sequence[Line], frame: _Frame) -> list[SafeString]:
    """Of the points that have a mark, a few spread over the width, the first and the last among them."""
    marked = [point for line in lines[:1] for point in line.points if point.mark]
    if len(marked) > MOST_LABELS:
        step = (len(marked) - 1) / (MOST_LABELS - 1)
        marked = [marked[round(index * step)] for index in range(MOST_LABELS)]
    shapes = []
    for point in marked:
        share = frame.share(point)
        anchor = "start" if share < 0.1 else "end" if share > 0.9 else "middle"
        # On a phone there is room for the ends alone.
        between = " chart-between" if anchor == "middle" and len(marked) > 2 else ""
        shapes.append(
            element(
                "text",
                {
                    "class": f"chart-note{between}",
                    "x": percent(share),
                    "y": FLOOR + 24,
                    "text-anchor": anchor,
                    "aria-hidden": "true",
                },
                point.mark,
            )
        )
    return shapes


def _band(line: Line, frame: _Frame) -> SafeString:
    above = [(frame.share(point), frame.height(point.high or 0)) for point in line.points]
    below = [(frame.share(point), frame.height(point.low or 0)) for point in reversed(line.points)]
    return element("path", {"class": "chart-band", "d": _drawn(above + below, frame) + "Z"})


def _path(line: Line, number: int, frame: _Frame) -> SafeString:
    dashed = " chart-line-dashed" if number > PLAIN_LINES else ""
    points = [(frame.share(point), frame.height(point.value)) for point in line.points]
    return element("path", {"class": f"chart-line line-{number}{dashed}", "d": _drawn(points, frame)})


def _drawn(points: Sequence[tuple[float, float]], frame: _Frame) -> str:
    return (
        "M" + "L".join(f"{share * frame.width:.1f} {height:.1f}" for share, height in points)
        if points
        else ""
    )


def _point(point: LinePoint, number: int, frame: _Frame) -> SafeString:
    shapes = line_dot(point.label, number, share=frame.share(point), height=frame.height(point.value))
    if point.address:
        link = {"class": "chart-point", "href": point.address, "aria-label": point.label}
        return element("a", link, shapes)
    return element("g", {"class": "chart-point"}, shapes)


def _has_links(lines: Sequence[Line]) -> bool:
    return any(point.address for line in lines for point in line.points)


def _legend(lines: Sequence[Line]) -> SafeString:
    entries = []
    for number, line in enumerate(lines, 1):
        dashed = " chart-line-dashed" if number > PLAIN_LINES else ""
        sample = element("path", {"class": f"chart-line line-{number}{dashed}", "d": "M0 8L16 8"})
        entries.append(
            element(
                "li",
                None,
                element("svg", {"aria-hidden": "true", "viewBox": "0 0 16 16"}, sample),
                line.label,
            )
        )
    return element("ul", {"class": "chart-legend"}, *entries)


def _table(lines: Sequence[Line], title: Text, write: Write) -> SafeString:
    if len(lines) == 1 and lines[0].has_band:
        header = ["", gettext("Value"), gettext("From"), gettext("To")]
        rows = [
            (
                _named(point),
                write(point.value),
                write(point.low or 0),
                write(point.high or 0),
            )
            for point in lines[0].points
        ]
        return data_table(title, header, rows)
    return data_table(title, ["", *(line.label for line in lines)], _rows_of_several(lines, write))


def _rows_of_several(lines: Sequence[Line], write: Write) -> list[tuple[Text, ...]]:
    """A row for each place on the axis, with every line's value there."""
    names: dict[float, Text] = {}
    for line in lines:
        for point in line.points:
            names.setdefault(point.at, point.mark or _named(point))
    values = [{point.at: write(point.value) for point in line.points} for line in lines]
    return [(names[at], *(known.get(at, "–") for known in values)) for at in sorted(names)]


def _named(point: LinePoint) -> Text:
    return element("a", {"href": point.address}, point.label) if point.address else point.label


SPARK_WIDTH = 96.0
SPARK_HEIGHT = 24.0
MARGIN = 3.0


def sparkline(values: Sequence[float], *, label: Text) -> SafeString:
    """The label says in words what the line shows; the last value is marked."""
    points = _points(values)
    shapes: list[SafeString] = []
    if points:
        path = "M" + "L".join(f"{x:g} {y:g}" for x, y in points)
        shapes = [
            element("path", {"d": path}),
            element("circle", {"cx": points[-1][0], "cy": points[-1][1], "r": 2.5}),
        ]
    return element(
        "svg",
        {"class": "sparkline", "role": "img", "viewBox": f"0 0 {SPARK_WIDTH:g} {SPARK_HEIGHT:g}"},
        element("title", None, label),
        *shapes,
    )


def _points(values: Sequence[float]) -> list[tuple[float, float]]:
    """Evenly spread over the width, the least value at the bottom, the greatest on top, equal ones halfway."""
    if not values:
        return []
    least, span = min(values), max(values) - min(values)
    step = (SPARK_WIDTH - 2 * MARGIN) / max(len(values) - 1, 1)
    return [
        (
            round(MARGIN + index * step, 2),
            round(MARGIN + (SPARK_HEIGHT - 2 * MARGIN) * (1 - ((value - least) / span if span else 0.5)), 2),
        )
        for index, value in enumerate(values)
    ]
