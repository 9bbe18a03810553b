"""A table whose cells are tinted by their value; the number stands in each, so colour is never alone."""

from collections.abc import Sequence

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.charts.svg import Text, element
from caledonia_site.common.numbers import written

# Three steps below the middle, the middle, three above: the classes heat-1 to heat-7.
STEPS_EACH_WAY = 3


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
    known = [abs(value - middle) for row in values for value in row if value is not None]
    reach = max(known, default=0.0) or 1.0
    head = [element("td", None), *(element("th", {"scope": "col"}, column) for column in columns)]
    body = [
        element(
            "tr",
            None,
            element("th", {"scope": "row"}, label),
            *(_cell(value, middle, reach, decimals) for value in row),
        )
        for label, row in zip(rows, values, strict=True)
    ]
    table = element(
        "table",
        {"class": "heat-table"},
        element("caption", None, title),
        element("thead", None, element("tr", None, *head)),
        element("tbody", None, *body),
    )
    return format_html(
        '<div class="table-scroll" tabindex="0" role="region" aria-label="{}">{}</div>', title, table
    )


def step_of(value: float, middle: float, reach: float) -> int:
    share = max(-1.0, min(1.0, (value - middle) / reach))
    return STEPS_EACH_WAY + 1 + round(STEPS_EACH_WAY * share)


def _cell(value: float | None, middle: float, reach: float, decimals: int) -> SafeString:
    if value is None:
        nothing = element("span", {"class": "visually-hidden"}, gettext("no value"))
        return element("td", {"class": "heat-none"}, "–", nothing)
    return element("td", {"class": f"heat-{step_of(value, middle, reach)}"}, written(value, decimals))
