"""A small line of a value over time, to stand in a row of a table."""

from collections.abc import Sequence

from django.utils.safestring import SafeString

from caledonia_site.common.charts.svg import Text, element

WIDTH = 96.0
HEIGHT = 24.0
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
        {"class": "sparkline", "role": "img", "viewBox": f"0 0 {WIDTH:g} {HEIGHT:g}"},
        element("title", None, label),
        *shapes,
    )


def _points(values: Sequence[float]) -> list[tuple[float, float]]:
    """Evenly spread over the width, the least value at the bottom, the greatest on top, equal ones halfway."""
    if not values:
        return []
    least, span = min(values), max(values) - min(values)
    step = (WIDTH - 2 * MARGIN) / max(len(values) - 1, 1)
    return [
        (
            round(MARGIN + index * step, 2),
            round(MARGIN + (HEIGHT - 2 * MARGIN) * (1 - ((value - least) / span if span else 0.5)), 2),
        )
        for index, value in enumerate(values)
    ]
