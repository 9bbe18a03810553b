"""The frame every chart stands in: caption, drawing, and the figures as a table."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from caledonia_site.common.charts.svg import Text, element
from caledonia_site.common.escaping import escaped


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
    head = [f'<th scope="col"{_figure(index)}>{escaped(text)}</th>' for index, text in enumerate(header)]
    body = [
        f'<tr><th scope="row">{escaped(row[0])}</th>'
        + "".join([f"<td{_figure(1)}>{escaped(text)}</td>" for text in row[1:]])
        + "</tr>"
        for row in rows
    ]
    # Every text is escaped above; an element at a time would take as long as the rest of a page of charts.
    return mark_safe(  # noqa: S308
        f'<div class="table-scroll" tabindex="0" role="region" aria-label="{escaped(title)}">'
        f"<table><thead><tr>{''.join(head)}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _figure(column: int) -> str:
    return ' class="figure"' if column else ""
