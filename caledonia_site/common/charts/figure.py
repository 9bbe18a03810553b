"""The frame every chart stands in: caption, drawing, and the figures as a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from caledonia_site.common.charts.svg import Text, element


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


def data_table(title: Text, header: Sequence[Text], rows: Iterable[Sequence[Text]]) -> SafeString:
    """Rows of a label and already written numbers."""
    head = [element("th", {"scope": "col"} | _figure(index), text) for index, text in enumerate(header)]
    body = [
        element(
            "tr",
            None,
            element("th", {"scope": "row"}, row[0]),
            *(element("td", _figure(1), text) for text in row[1:]),
        )
        for row in rows
    ]
    table = element(
        "table", None, element("thead", None, element("tr", None, *head)), element("tbody", None, *body)
    )
    return format_html(
        '<div class="table-scroll" tabindex="0" role="region" aria-label="{}">{}</div>', title, table
    )


def _figure(column: int) -> dict[str, object]:
    return {"class": "figure"} if column else {}
