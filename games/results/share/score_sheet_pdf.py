"""The printed sheet: one page like the paper pad, lines down and seats across.

However much there is to print, it is one page: what does not fit is made smaller.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from functools import cache
from html import escape
from io import BytesIO

from django.utils.translation import gettext as _
from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, KeepInFrame, Paragraph, SimpleDocTemplate, Spacer, Table

from caledonia_site.common.pictures.fonts import Face, drawable
from caledonia_site.common.pictures.qr import QUIET_ZONE, qr_code

MARGIN = 15 * mm
QR_SIDE = 27 * mm
LABEL_SHARE = 0.34
# Notes with more line breaks than this run on, so that a list of words cannot squeeze the score.
MOST_NOTE_LINES = 12

INK, SOFT, RULE, SHADE = HexColor("#23262b"), HexColor("#57534a"), HexColor("#b9b09c"), HexColor("#f1ece0")
REGULAR, BOLD = "Caledonia-Regular", "Caledonia-Bold"

BODY = ParagraphStyle("body", fontName=REGULAR, fontSize=9.5, leading=12, textColor=INK)
SMALL = ParagraphStyle("small", BODY, fontSize=8, leading=10.5, textColor=SOFT)
TITLE = ParagraphStyle("title", BODY, fontName=BOLD, fontSize=20, leading=25)
SECTION = ParagraphStyle("section", BODY, fontName=BOLD, fontSize=11, leading=15, spaceBefore=8)
STRONG = ParagraphStyle("strong", BODY, fontName=BOLD)
HEAD = ParagraphStyle("head", BODY, fontName=BOLD, fontSize=10, leading=12, alignment=TA_RIGHT)
FIGURE = ParagraphStyle("figure", BODY, alignment=TA_RIGHT)
TOTAL = ParagraphStyle("total", FIGURE, fontName=BOLD, fontSize=12, leading=15)
TOTAL_LABEL = ParagraphStyle("total label", TOTAL, alignment=TA_LEFT)


class PaperSize(Enum):
    A4 = A4
    LETTER = LETTER


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
    written = BytesIO()
    width, height = (side - 2 * MARGIN for side in size.value)
    document = SimpleDocTemplate(
        written, pagesize=size.value, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
        title=sheet.title, author="Caledonia", lang=sheet.language, invariant=1,
    )  # fmt: skip
    content = [_head(sheet, width), Spacer(1, 5 * mm), _table(sheet, width), *_below(sheet, width)]
    # The frame of a page keeps six points for itself on every side.
    document.build([KeepInFrame(width - 12, height - 12, content, mode="shrink")])
    return written.getvalue()


@cache
def register_fonts() -> None:
    pdfmetrics.registerFont(TTFont(REGULAR, Face.REGULAR.value))
    pdfmetrics.registerFont(TTFont(BOLD, Face.BOLD.value))
    pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)


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
        _said(sheet.title, TITLE),
        *(_said(fact, BODY) for fact in sheet.facts),
        _said(sheet.link, SMALL),
    ]
    head = Table([[words, _QrDrawing(sheet.link)]], colWidths=[width - QR_SIDE - 12, QR_SIDE])
    head.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(0)])
    return head


def _table(sheet: PaperSheet, width: float) -> Table:
    count = len(sheet.seats)
    label_width = width * LABEL_SHARE
    rows: list[list[Paragraph | str]] = [
        [_said(_("Line"), STRONG), *(_seat_head(seat) for seat in sheet.seats)]
    ]
    shaded = [0]
    for part in sheet.parts:
        if part.title:
            shaded.append(len(rows))
            rows.append([_said(part.title, STRONG), *[""] * count])
        rows += [[_said(row.label, BODY), *(_cell(cell) for cell in row.cells)] for row in part.rows]
    shaded.append(len(rows))
    rows.append([_said(_("Total"), TOTAL_LABEL), *(_said(seat.total, TOTAL) for seat in sheet.seats)])
    rows.append([_said(_("Place"), STRONG), *(_said(seat.place, HEAD) for seat in sheet.seats)])
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
        return _said("–", FIGURE)
    quantity = (
        f'<font size="8" color="#57534a">{escape(cell.quantity)}</font>&nbsp;&nbsp; ' if cell.quantity else ""
    )
    return Paragraph(f"{quantity}{escape(cell.vp)}", FIGURE)


def _below(sheet: PaperSheet, width: float) -> list[Flowable]:
    content: list[Flowable] = [Spacer(1, 2 * mm), *(_said(remark, SMALL) for remark in sheet.remarks)]
    if sheet.set_up:
        facts = Table(
            [[_said(name, SMALL), _said(value, BODY)] for name, value in sheet.set_up],
            colWidths=[width * LABEL_SHARE, width * (1 - LABEL_SHARE) - 12],
        )
        facts.setStyle([("VALIGN", (0, 0), (-1, -1), "TOP"), *_padding(1)])
        content += [_said(_("Set-up"), SECTION), facts]
    if sheet.notes:
        lines = sheet.notes.splitlines()
        between = "<br/>" if len(lines) <= MOST_NOTE_LINES else " "
        content += [
            _said(_("Notes"), SECTION),
            Paragraph(between.join(escape(drawable(line)) for line in lines), BODY),
        ]
    return content


def _said(words: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(drawable(words)), style)


def _padding(points: float) -> list[tuple[str, tuple[int, int], tuple[int, int], float]]:
    sides = ("LEFTPADDING", "RIGHTPADDING", "TOPPADDING", "BOTTOMPADDING")
    return [(side, (0, 0), (-1, -1), points) for side in sides]
