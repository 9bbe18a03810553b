"""A value with its interval, small enough for a cell of a table; the cell holds the numbers in words.

A table whose cells are tinted by their value; the number stands in each, so colour is never alone.
"""

from collections.abc import Sequence

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from caledonia_site.common.charts.svg import WIDTH, Picture, Scale, Text, drawing, element, percent
from caledonia_site.common.formatting import escaped, format_number, writer

HEIGHT = 14.0
BAR_TOP, BAR = 2.0, 10.0


def interval_cell(value: float, low: float, high: float, *, scale: Scale, baseline: float) -> SafeString:
    """All cells of a column share the scale."""
    start, end = sorted((scale.share(baseline), scale.share(value)))
    zero, middle = percent(scale.share(baseline)), BAR_TOP + BAR / 2
    # In one piece, since a table has dozens of them; all of it numbers.
    return mark_safe(  # noqa: S308
        f'<svg class="chart-cell" aria-hidden="true" height="{HEIGHT:g}">'
        f'<rect class="chart-bar" x="{percent(start)}" width="{percent(end - start)}" y="{BAR_TOP:g}"'
        f' height="{BAR:g}"></rect>'
        f'<line class="chart-axis" x1="{zero}" x2="{zero}" y1="0" y2="{HEIGHT:g}"></line>'
        f'<line class="chart-whisker" x1="{percent(scale.share(low))}" x2="{percent(scale.share(high))}"'
        f' y1="{middle:g}" y2="{middle:g}"></line></svg>'
    )


# Three steps below the middle, the middle, three above: the classes heat-1 to heat-7.
STEPS_EACH_WAY = 3
# In files: room for the names, and the height of a row.
NAMES, HEAD, ROW = 130.0, 130.0, 30.0


def heat_table(
    values: Sequence[Sequence[float | None]],
    *,
    rows: Sequence[Text],
    columns: Sequence[Text],
    title: Text,
    middle: float = 0.0,
    decimals: int = 1,
) -> SafeString:
    """Values by row and column, tinted by their distance from the middle; None where nothing is known."""
    reach, write = reach_of(values, middle), writer()
    # Inside an f-string it would not be found for translation.
    no_value = escaped(gettext("no value"))
    unknown = f'<td class="heat-none">–<span class="visually-hidden">{no_value}</span></td>'

    def cell(value: float) -> str:
        return f'<td class="heat-{step_of(value, middle, reach)}">{write(value, decimals)}</td>'

    head = [f'<th scope="col">{escaped(column)}</th>' for column in columns]
    body = [
        f'<tr><th scope="row">{escaped(label)}</th>'
        + "".join([unknown if value is None else cell(value) for value in row])
        + "</tr>"
        for label, row in zip(rows, values, strict=True)
    ]
    # Every text is escaped above; the numbers are ours.
    return mark_safe(  # noqa: S308
        f'<div class="table-scroll" tabindex="0" role="region" aria-label="{escaped(title)}">'
        f'<table class="heat-table"><caption>{escaped(title)}</caption>'
        f"<thead><tr><td></td>{''.join(head)}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def heat_picture(
    values: Sequence[Sequence[float | None]],
    *,
    rows: Sequence[Text],
    columns: Sequence[Text],
    title: Text,
    middle: float = 0.0,
    decimals: int = 1,
) -> Picture:
    """The same as a drawing, as wide as a file; the names of the columns stand upright."""
    reach, width = reach_of(values, middle), (WIDTH - NAMES) / max(1, len(columns))
    shapes: list[SafeString] = [
        element(
            "text",
            {"transform": f"translate({NAMES + (number + 0.5) * width + 5:.1f} {HEAD - 8:g}) rotate(-90)"},
            column,
        )
        for number, column in enumerate(columns)
    ]
    for row, (label, line) in enumerate(zip(rows, values, strict=True)):
        top = HEAD + row * ROW
        shapes.append(element("text", {"x": 0, "y": top + ROW / 2 + 5}, label))
        for column, value in enumerate(line):
            left = NAMES + column * width
            text = "–" if value is None else format_number(value, decimals)
            if value is not None:
                box = {"x": left, "y": top, "width": width - 1, "height": ROW - 1}
                shapes.append(element("rect", {"class": f"heat-{step_of(value, middle, reach)}", **box}))
            place = {"x": left + width / 2, "y": top + ROW / 2 + 5, "text-anchor": "middle"}
            shapes.append(element("text", place, text))
    height = HEAD + ROW * len(rows)
    return Picture(drawing(height, title=title, about="", children=shapes), height)


def reach_of(values: Sequence[Sequence[float | None]], middle: float) -> float:
    """How far the farthest value is from the middle."""
    known = [abs(value - middle) for row in values for value in row if value is not None]
    return max(known, default=0.0) or 1.0


def step_of(value: float, middle: float, reach: float) -> int:
    share = max(-1.0, min(1.0, (value - middle) / reach))
    return STEPS_EACH_WAY + 1 + round(STEPS_EACH_WAY * share)
