"""A value with its interval, small enough for a cell of a table; the cell holds the numbers in words."""

from django.utils.safestring import SafeString, mark_safe

from caledonia_site.common.charts.scale import Scale
from caledonia_site.common.charts.svg import percent

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
