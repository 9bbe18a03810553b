"""Lists to print: standings and the like, over as many pages as they need."""

from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import NamedTuple

from reportlab.lib.units import mm
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate, Spacer, Table

from games.sharing.fonts import Face, drawable
from games.sharing.paper import (
    BODY,
    FIGURE,
    MARGIN,
    RULE,
    SECTION,
    SHADE,
    SMALL,
    STRONG,
    TITLE,
    PaperSize,
    register_fonts,
)

# Names take the room that figures leave.
NAME_COLUMN = 1
FIGURE_WIDTH = 17 * mm


class PrintedTable(NamedTuple):
    """The second column holds names, all others figures; `header` has a word for each."""

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]


class PrintedList(NamedTuple):
    language: str
    title: str
    facts: Sequence[str]
    tables: Sequence[PrintedTable]


def draw_list(printed: PrintedList, size: PaperSize) -> bytes:
    register_fonts()
    written = BytesIO()
    document = SimpleDocTemplate(
        written, pagesize=size.value, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
        title=printed.title, author="Caledonia", lang=printed.language, invariant=1,
    )  # fmt: skip
    content: list[Flowable] = [
        Paragraph(_text(printed.title), TITLE),
        Paragraph(_text(" · ".join(printed.facts)), SMALL),
        Spacer(1, 4 * mm),
    ]
    width = size.value[0] - 2 * MARGIN
    for table in printed.tables:
        content += [Paragraph(_text(table.title), SECTION), _table(table, width), Spacer(1, 4 * mm)]
    document.build(content)
    return written.getvalue()


def _table(table: PrintedTable, width: float) -> Table:
    figures = len(table.header) - 1
    each = min(FIGURE_WIDTH, width * 0.7 / figures)
    widths = [each] * len(table.header)
    widths[NAME_COLUMN] = width - figures * each
    cells = [[Paragraph(_text(word), STRONG) for word in table.header]]
    cells += [
        [
            Paragraph(_text(value), BODY if column == NAME_COLUMN else FIGURE)
            for column, value in enumerate(row)
        ]
        for row in table.rows
    ]
    return Table(
        cells,
        colWidths=widths,
        # The head stands on every page.
        repeatRows=1,
        style=[
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE),
            ("BACKGROUND", (0, 0), (-1, 0), SHADE),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("TOPPADDING", (0, 0), (-1, -1), 2),
            ("BOTTOMPADDING", (0, 0), (-1, -1), 2),
        ],
    )


def _text(text: str) -> str:
    return escape(drawable(text, Face.REGULAR))
