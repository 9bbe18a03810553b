"""Charts that are tables: values with their intervals in cells, and cells tinted by their value, which stands in each,
so that colour is never alone.
"""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from caledonia_site.common.charts.svg import WIDTH, Picture, Scale, drawing
from caledonia_site.common.formatting import format_number, writer
from caledonia_site.common.markup import Text, element, interval_drawing, tinted_table

HEIGHT = 14.0
BAR_TOP, BAR = 2.0, 10.0


def interval_cell(value: float, low: float, high: float, *, scale: Scale, baseline: float) -> SafeString:
    """All cells of a column share the scale."""
    start, end = sorted((scale.share(baseline), scale.share(value)))
    return interval_drawing(
        height=HEIGHT,
        bar_y=BAR_TOP,
        bar_height=BAR,
        bar=(start, end),
        zero=scale.share(baseline),
        ends=(scale.share(low), scale.share(high)),
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
    reach = reach_of(values, middle)
    tints = [[0 if value is None else step_of(value, middle, reach) for value in row] for row in values]
    return tinted_table(
        values, tints, rows=rows, columns=columns, title=title, write=writer(), decimals=decimals
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
