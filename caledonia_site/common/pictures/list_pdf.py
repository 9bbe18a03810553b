"""Lists to print: standings and the like, over as many pages as they need."""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.platypus import Flowable, Paragraph, Spacer, Table

from caledonia_site.common.pictures.fonts import drawable
from caledonia_site.common.pictures.pdf import (
    BODY,
    FIGURE,
    HEAD,
    MARGIN,
    RULE,
    SECTION,
    SHADE,
    SMALL,
    STRONG,
    TITLE,
    PaperSize,
    build_document,
    paragraph,
    register_fonts,
)

# Names take the room that figures leave.
NAME_COLUMN = 1
FIGURE_WIDTH = 17 * mm
SIDE = 6
ABOVE = 2
LINE = BODY.leading + 2 * ABOVE


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
    content: list[Flowable] = [
        paragraph(printed.title, TITLE),
        paragraph(" · ".join(printed.facts), SMALL),
        Spacer(1, 4 * mm),
    ]
    width = size.value[0] - 2 * MARGIN
    for table in printed.tables:
        content += [paragraph(table.title, SECTION), _table(table, width), Spacer(1, 4 * mm)]
    return build_document(content, size=size, title=printed.title, language=printed.language)


def _table(table: PrintedTable, width: float) -> Table:
    figures = len(table.header) - 1
    each = min(FIGURE_WIDTH, width * 0.7 / figures)
    widths = [each] * len(table.header)
    widths[NAME_COLUMN] = width - figures * each
    styles = [BODY if column == NAME_COLUMN else FIGURE for column in range(len(table.header))]
    head = [
        paragraph(word, STRONG if column == NAME_COLUMN else HEAD) for column, word in enumerate(table.header)
    ]
    rows = [
        [_cell(value, style, room) for value, style, room in zip(row, styles, widths, strict=True)]
        for row in table.rows
    ]
    return Table(
        [head, *rows],
        colWidths=widths,
        rowHeights=[None, *(LINE if all(isinstance(cell, str) for cell in row) else None for row in rows)],
        # The head stands on every page.
        repeatRows=1,
        style=[
            ("FONT", (0, 1), (-1, -1), BODY.fontName, BODY.fontSize, BODY.leading),
            ("TEXTCOLOR", (0, 1), (-1, -1), BODY.textColor),
            ("ALIGN", (0, 1), (-1, -1), "RIGHT"),
            ("ALIGN", (NAME_COLUMN, 1), (NAME_COLUMN, -1), "LEFT"),
            ("LINEBELOW", (0, 0), (-1, -1), 0.4, RULE),
            ("BACKGROUND", (0, 0), (-1, 0), SHADE),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            ("LEFTPADDING", (0, 0), (-1, -1), SIDE),
            ("RIGHTPADDING", (0, 0), (-1, -1), SIDE),
            ("TOPPADDING", (0, 0), (-1, -1), ABOVE),
            ("BOTTOMPADDING", (0, 0), (-1, -1), ABOVE),
        ],
    )


def _cell(value: str, style: ParagraphStyle, room: float) -> str | Paragraph:
    """A thousand rows of paragraphs take seconds to lay out: what fits on a line needs none."""
    words = drawable(value)
    if stringWidth(words, style.fontName, style.fontSize) <= room - 2 * SIDE and words.isprintable():
        return words
    return Paragraph(escape(words), style)
