"""Markup in strings: elements, and what a page of charts has by the hundred; the only module of the common
pieces that calls markup safe.

Every text is escaped one by one and everything else is a number or our own: a page has thousands of elements, and
templates or `format_html` take as long for them as all the rest of it.
"""

from collections.abc import Iterable, Mapping, Sequence

from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from caledonia_site.common.formatting import Write, escaped

# Texts may be lazy translations.
Text = str | Promise

# Between a number and its note. Spaces and no `dx`: programs that draw SVG cut the end of right-aligned words that
# a `dx` moves.
NO_BREAK = "\N{NO-BREAK SPACE}" * 2
MUTED = ' class="muted"'


def element(name: str, attributes: Mapping[str, object] | None = None, *children: object) -> SafeString:
    """An element; numbers in attributes are written for machines, whatever the visitor's language."""
    pairs = "".join([f' {key}="{_attribute(value)}"' for key, value in (attributes or {}).items()])
    inside = "".join([escaped(child) for child in children])
    return mark_safe(f"<{name}{pairs}>{inside}</{name}>")  # noqa: S308


def _attribute(value: object) -> str:
    return f"{round(value, 3):g}" if isinstance(value, float) else escaped(value)


def percent(share: float) -> str:
    """A share of the width, from 0 to 1."""
    return f"{round(share * 100, 3):g}%"


def data_table(title: Text, header: Sequence[Text], rows: Iterable[Sequence[Text]]) -> SafeString:
    """Rows of a label and already written numbers."""
    head = [f'<th scope="col"{_figure(index)}>{escaped(text)}</th>' for index, text in enumerate(header)]
    body = [
        f'<tr><th scope="row">{escaped(row[0])}</th>'
        + "".join([f"<td{_figure(1)}>{escaped(text)}</td>" for text in row[1:]])
        + "</tr>"
        for row in rows
    ]
    return mark_safe(  # noqa: S308
        f'<div class="table-scroll" tabindex="0" role="region" aria-label="{escaped(title)}">'
        f"<table><thead><tr>{''.join(head)}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def _figure(column: int) -> str:
    return ' class="figure"' if column else ""


def histogram_column(
    label: Text,
    count: str,
    *,
    left: float,
    width: float,
    top: float,
    floor: float,
    label_y: float | None,
    count_y: float | None,
) -> SafeString:
    """A column from the floor up to `top`, with the words below and above it that have a height of their own."""
    middle, height = percent(left + width / 2), round(floor - top, 3)
    below = (
        f'<text class="chart-note" x="{middle}" y="{label_y:g}" text-anchor="middle">{escaped(label)}</text>'
        if label_y is not None
        else ""
    )
    above = (
        f'<text x="{middle}" y="{round(count_y, 3):g}" text-anchor="middle">{count}</text>'
        if count_y is not None
        else ""
    )
    return mark_safe(  # noqa: S308
        f'<rect class="chart-bar" x="{percent(left)}" width="{percent(width)}"'
        f' y="{round(top, 3):g}" height="{height:g}"><title>{escaped(label)}: {count}</title></rect>'
        f"{below}{above}"
    )


def interval_row(
    label: Text,
    note: Text,
    value: str,
    interval: str,
    *,
    text_y: float,
    bar_y: float,
    bar_height: float,
    cap: float,
    bar: tuple[float, float],
    ends: tuple[float, float],
    is_muted: bool,
) -> SafeString:
    """A bar below its words; `bar` and `ends` are shares of the width, the whisker over the ends has caps."""
    middle = bar_y + bar_height / 2
    low, high = percent(ends[0]), percent(ends[1])
    upper, lower = f"{middle - cap:g}", f"{middle + cap:g}"
    whisker = [
        f'x1="{low}" x2="{high}" y1="{middle:g}" y2="{middle:g}"',
        f'x1="{low}" x2="{low}" y1="{upper}" y2="{lower}"',
        f'x1="{high}" x2="{high}" y1="{upper}" y2="{lower}"',
    ]
    return mark_safe(  # noqa: S308
        f"<g{MUTED if is_muted else ''}>"
        f'<text x="0" y="{text_y:g}">{escaped(label)}{_note(note) if note else ""}</text>'
        f'<text x="100%" y="{text_y:g}" text-anchor="end">{value}{_note(interval)}</text>'
        f'<rect class="chart-track" x="0" y="{bar_y:g}" width="100%" height="{bar_height:g}"></rect>'
        f'<rect class="chart-bar" x="{percent(bar[0])}" y="{bar_y:g}" width="{percent(bar[1] - bar[0])}"'
        f' height="{bar_height:g}"></rect>'
        + "".join([f'<line class="chart-whisker-halo" {line}></line>' for line in whisker])
        + "".join([f'<line class="chart-whisker" {line}></line>' for line in whisker])
        + "</g>"
    )


def _note(note: Text) -> str:
    return f'{NO_BREAK}<tspan class="chart-note">{escaped(note)}</tspan>'


def interval_drawing(
    *,
    height: float,
    bar_y: float,
    bar_height: float,
    bar: tuple[float, float],
    zero: float,
    ends: tuple[float, float],
) -> SafeString:
    """The same without words, small enough for a cell of a table; `zero` is where bars begin."""
    axis, middle = percent(zero), bar_y + bar_height / 2
    return mark_safe(  # noqa: S308
        f'<svg class="chart-cell" aria-hidden="true" height="{height:g}">'
        f'<rect class="chart-bar" x="{percent(bar[0])}" width="{percent(bar[1] - bar[0])}" y="{bar_y:g}"'
        f' height="{bar_height:g}"></rect>'
        f'<line class="chart-axis" x1="{axis}" x2="{axis}" y1="0" y2="{height:g}"></line>'
        f'<line class="chart-whisker" x1="{percent(ends[0])}" x2="{percent(ends[1])}"'
        f' y1="{middle:g}" y2="{middle:g}"></line></svg>'
    )


def tinted_table(
    values: Sequence[Sequence[float | None]],
    tints: Sequence[Sequence[int]],
    *,
    rows: Sequence[Text],
    columns: Sequence[Text],
    title: Text,
    write: Write,
    decimals: int,
) -> SafeString:
    """A table of numbers, each in the tint of the same place; None where nothing is known."""
    # Inside an f-string it would not be found for translation.
    no_value = escaped(gettext("no value"))
    unknown = f'<td class="heat-none">–<span class="visually-hidden">{no_value}</span></td>'
    head = [f'<th scope="col">{escaped(column)}</th>' for column in columns]
    body = [
        f'<tr><th scope="row">{escaped(label)}</th>'
        + "".join(
            [
                unknown if value is None else f'<td class="heat-{tint}">{write(value, decimals)}</td>'
                for value, tint in zip(row, row_tints, strict=True)
            ]
        )
        + "</tr>"
        for label, row, row_tints in zip(rows, values, tints, strict=True)
    ]
    return mark_safe(  # noqa: S308
        f'<div class="table-scroll" tabindex="0" role="region" aria-label="{escaped(title)}">'
        f'<table class="heat-table"><caption>{escaped(title)}</caption>'
        f"<thead><tr><td></td>{''.join(head)}</tr></thead><tbody>{''.join(body)}</tbody></table></div>"
    )


def line_dot(label: Text, number: int, *, share: float, height: float) -> SafeString:
    """A point of the line of this number, named when it is pointed at."""
    place = f'cx="{percent(share)}" cy="{round(height, 3):g}"'
    # What is touched is wider than what is seen, for thumbs.
    return mark_safe(  # noqa: S308
        f"<title>{escaped(label)}</title>"
        f'<circle class="chart-reach" r="11" {place}></circle>'
        f'<circle class="chart-dot series-{number}" r="3.5" {place}></circle>'
    )


def explained_figure(figure: object, title: Text, text: Text, anchor: str) -> SafeString:
    """A number that tells how it came about when it is tapped; `anchor` is unique on the page."""
    key = escaped(anchor)
    # Inside an f-string it would not be found for translation.
    how = escaped(gettext("show how"))
    return mark_safe(  # noqa: S308
        f'<button class="explained" type="button" popovertarget="{key}">{escaped(figure)}'
        f'<span class="visually-hidden"> ({how})</span></button>'
        f'<div class="popover" id="{key}" popover><p class="popover-title">{escaped(title)}</p>'
        f"<p>{escaped(text)}</p></div>"
    )


def sized_svg(drawing: str, *, width: int, height: int) -> SafeString:
    """A library's drawing, made from numbers alone, with its size: libraries write either a size or a view box, and
    without the box a smaller size would cut the drawing off.
    """
    return mark_safe(drawing.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1))  # noqa: S308
