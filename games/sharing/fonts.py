"""The typefaces of pictures and printed sheets, and how much room words take in them."""

from enum import Enum
from functools import cache
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from PIL import ImageFont

_OWN = Path(__file__).parent / "fonts"
_VENDORED = Path(settings.SITE_DIR) / "static" / "vendor"


class Face(Enum):
    """Names of people are set in the text faces, which know Greek and Cyrillic too; the display face is Latin."""

    REGULAR = _OWN / "NotoSans-Regular.ttf"
    BOLD = _OWN / "NotoSans-Bold.ttf"
    DISPLAY = _VENDORED / "besley" / "besley-latin-600-normal.woff2"


class Lettering(NamedTuple):
    face: Face
    size: int


@cache
def font(lettering: Lettering) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(lettering.face.value, lettering.size)


def width_of(words: str, lettering: Lettering) -> float:
    return font(lettering).getlength(words)


def tidy(words: str) -> str:
    """On one line, without what cannot be printed, some of which XML forbids."""
    return "".join(sign for sign in " ".join(words.split()) if sign.isprintable())


def fitted(words: str, lettering: Lettering, room: float) -> str:
    """The words on one line, cut with an ellipsis where they would not fit."""
    kept = whole = tidy(words)
    if width_of(whole, lettering) <= room:
        return whole
    while kept and width_of(f"{kept}…", lettering) > room:
        kept = kept[:-1].rstrip()
    return f"{kept}…"
