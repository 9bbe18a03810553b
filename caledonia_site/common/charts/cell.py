"""A value with its interval, small enough for a cell of a table; the cell holds the numbers in words."""

from django.utils.safestring import SafeString

from caledonia_site.common.charts.scale import Scale
from caledonia_site.common.charts.svg import element, percent

HEIGHT = 14.0
BAR_TOP, BAR = 2.0, 10.0


def interval_cell(value: float, low: float, high: float, *, scale: Scale, baseline: float) -> SafeString:
    """All cells of a column share the scale."""
    start, end = sorted((scale.share(baseline), scale.share(value)))
    zero, middle = percent(scale.share(baseline)), BAR_TOP + BAR / 2
    ends = {"x1": percent(scale.share(low)), "x2": percent(scale.share(high)), "y1": middle, "y2": middle}
    return element(
        "svg",
        {"class": "chart-cell", "aria-hidden": "true", "height": HEIGHT},
        element(
            "rect",
            {
                "class": "chart-bar",
                "x": percent(start),
                "width": percent(end - start),
                "y": BAR_TOP,
                "height": BAR,
            },
        ),
        element("line", {"class": "chart-axis", "x1": zero, "x2": zero, "y1": 0, "y2": HEIGHT}),
        element("line", {"class": "chart-whisker"} | ends),
    )
