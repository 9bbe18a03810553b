"""What all printed sheets share: paper, margins, typefaces, styles and how words become paragraphs."""

from collections.abc import Sequence
from enum import Enum
from functools import cache
from html import escape
from io import BytesIO

from reportlab.lib.colors import HexColor
from reportlab.lib.enums import TA_LEFT, TA_RIGHT
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont
from reportlab.platypus import Flowable, Paragraph, SimpleDocTemplate

from caledonia_site.common.pictures.fonts import Face, drawable

MARGIN = 15 * mm

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


def build_document(content: Sequence[Flowable], *, size: PaperSize, title: str, language: str) -> bytes:
    """The file; the same bytes for the same content, whenever it is drawn."""
    file = BytesIO()
    document = SimpleDocTemplate(
        file, pagesize=size.value, leftMargin=MARGIN, rightMargin=MARGIN, topMargin=MARGIN, bottomMargin=MARGIN,
        title=title, author="Caledonia", lang=language, invariant=1,
    )  # fmt: skip
    document.build(list(content))
    return file.getvalue()


def paragraph(words: str, style: ParagraphStyle) -> Paragraph:
    return Paragraph(escape(drawable(words)), style)


@cache
def register_fonts() -> None:
    """Before any paragraph is made or measured."""
    pdfmetrics.registerFont(TTFont(REGULAR, Face.REGULAR.value))
    pdfmetrics.registerFont(TTFont(BOLD, Face.BOLD.value))
    pdfmetrics.registerFontFamily(REGULAR, normal=REGULAR, bold=BOLD, italic=REGULAR, boldItalic=BOLD)
