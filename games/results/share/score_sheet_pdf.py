"""The printed sheet: one page like the paper pad, lines down and seats across.

However much there is to print, it is one page: what does not fit is made smaller.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from django.utils.translation import gettext as _
from reportlab.lib.units import mm
from reportlab.platypus import Flowable, KeepInFrame, Paragraph, Spacer, Table

from caledonia_site.common.pictures.fonts import drawable
from caledonia_site.common.pictures.pdf import (
    BODY,
    FIGURE,
    HEAD,
    INK,
    MARGIN,
    REGULAR,
    RULE,
    SECTION,
    SHADE,
    SMALL,
    STRONG,
    TITLE,
    TOTAL,
    TOTAL_LABEL,
    PaperSize,
    build_document,
    paragraph,
    register_fonts,
)
from caledonia_site.common.pictures.qr import QUIET_ZONE, qr_code

QR_SIDE = 27 * mm
LABEL_SHARE = 0.34
# Notes with more line breaks than this run on, so that a list of words cannot squeeze the score.
MOST_NOTE_LINES = 12


@dataclass(frozen=True, slots=True)
class PaperSeat:
    name: str
    dimension: str
    total: str
    place: str


@dataclass(frozen=True, slots=True)
class PaperCell:
    """`quantity` is empty where a line has none."""

    quantity: str
    vp: str


@dataclass(frozen=True, slots=True)
class PaperRow:
    label: str
    cells: Sequence[PaperCell | None]


@dataclass(frozen=True, slots=True)
class PaperPart:
    """The lines of a round; `title` is empty in a game that is scored once."""

    title: str
    rows: Sequence[PaperRow]


@dataclass(frozen=True, slots=True, kw_only=True)
class PaperSheet:
    language: str
    title: str
    facts: Sequence[str]
    seats: Sequence[PaperSeat]
    parts: Sequence[PaperPart]
    remarks: Sequence[str]
    set_up: Sequence[tuple[str, str]]
    notes: str
    link: str


def draw_pdf(sheet: PaperSheet, size: PaperSize) -> bytes:
    register_fonts()
    width, height = (side - 2 * MARGIN for side in size.value)
    content = [_head(sheet, width), Spacer(1, 5 * mm), _table(sheet, width), *_below(sheet, width)]
    # The frame of a page keeps six points for itself on every side.
    page = KeepInFrame(width - 12, height - 12, content, mode="shrink")
    return build_document([page], size=size, title=sheet.title, language=sheet.language)


class _QrDrawing(Flowable):
    """A QR code of a fixed side, drawn from its dark modules."""

    def __init__(self, link: str) -> None:
        super().__init__()
        self.width = self.height = QR_SIDE
        self.hAlign = "RIGHT"
        self.link = link

    def draw(self) -> None:
        rows = list(qr_code(self.link).matrix_iter(border=QUIET_ZONE // 2))
        side = QR_SIDE / len(rows)
        for down, row in enumerate(rows, start=1):
            for across, is_dark in enumerate(row):
                if is_dark:
                    # A little overlap, or printers leave hair lines between modules.
                    self.canv.rect(
                        across * side, QR_SIDE - down * side, side * 1.02, side * 1.02, stroke=0, fill=1
                    )
        self.canv.linkURL(self.link, (0, 0, QR_SIDE, QR_SIDE), relative=1)


def _head(sheet: PaperSheet, width: float) -> Table:
    words = [
        paragraph(sheet.title, TITLE),
        *(paragraph(fact, BODY) for fact in sheet.facts),
        paragraph(sheet.link, SMALL),
    ]
    head = Table([[words, _QrDrawing(sheet.link)]], colWidths=[width - QR_SIDE - 12, QR_SIDE])
    head.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(0)])
    return head


def _table(sheet: PaperSheet, width: float) -> Table:
    count = len(sheet.seats)
    label_width = width * LABEL_SHARE
    rows: list[list[Paragraph | str]] = [
        [paragraph(_("Line"), STRONG), *(_seat_head(seat) for seat in sheet.seats)]
    ]
    shaded = [0]
    for part in sheet.parts:
        if part.title:
            shaded.append(len(rows))
            rows.append([paragraph(part.title, STRONG), *[""] * count])
        rows += [[paragraph(row.label, BODY), *(_cell(cell) for cell in row.cells)] for row in part.rows]
    shaded.append(len(rows))
    rows.append([paragraph(_("Total"), TOTAL_LABEL), *(paragraph(seat.total, TOTAL) for seat in sheet.seats)])
    rows.append([paragraph(_("Place"), STRONG), *(paragraph(seat.place, HEAD) for seat in sheet.seats)])
    table = Table(rows, colWidths=[label_width, *[(width - 12 - label_width) / count] * count])
    table.setStyle(
        [
            ("GRID", (0, 0), (-1, -1), 0.5, RULE),
            ("BOX", (0, 0), (-1, -1), 1, INK),
            ("VALIGN", (0, 0), (-1, -1), "MIDDLE"),
            *(("BACKGROUND", (0, row), (-1, row), SHADE) for row in shaded),
            *(("SPAN", (0, row), (-1, row)) for row in shaded[1:-1]),
            *_padding(2.5),
            ("LEFTPADDING", (0, 0), (-1, -1), 5),
            ("RIGHTPADDING", (0, 0), (-1, -1), 5),
        ]
    )
    return table


def _seat_head(seat: PaperSeat) -> Paragraph:
    below = f'<br/><font name="{REGULAR}" size="8">{escape(seat.dimension)}</font>' if seat.dimension else ""
    return Paragraph(f"{escape(drawable(seat.name))}{below}", HEAD)


def _cell(cell: PaperCell | None) -> Paragraph:
    if cell is None:
        return paragraph("–", FIGURE)
    quantity = (
        f'<font size="8" color="#57534a">{escape(cell.quantity)}</font>&nbsp;&nbsp; ' if cell.quantity else ""
    )
    return Paragraph(f"{quantity}{escape(cell.vp)}", FIGURE)


def _below(sheet: PaperSheet, width: float) -> list[Flowable]:
    content: list[Flowable] = [Spacer(1, 2 * mm), *(paragraph(remark, SMALL) for remark in sheet.remarks)]
    if sheet.set_up:
        facts = Table(
            [[paragraph(name, SMALL), paragraph(value, BODY)] for name, value in sheet.set_up],
            colWidths=[width * LABEL_SHARE, width * (1 - LABEL_SHARE) - 12],
        )
        facts.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(1)])
        content += [paragraph(_("Set-up"), SECTION), facts]
    if sheet.notes:
        lines = sheet.notes.splitlines()
        between = "<br/>" if len(lines) <= MOST_NOTE_LINES else " "
        content += [
            paragraph(_("Notes"), SECTION),
            Paragraph(between.join(escape(drawable(line)) for line in lines), BODY),
        ]
    return content


def _padding(points: float) -> list[tuple[str, tuple[int, int], tuple[int, int], float]]:
    sides = ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
    return [(side, (0, 0), (-1, -1), points) for side in sides]
