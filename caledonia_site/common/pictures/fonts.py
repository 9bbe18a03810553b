"""The typefaces of pictures and printed sheets, and how much room words take in them."""

from enum import Enum
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from PIL import ImageFont
from reportlab.pdfbase.ttfonts import TTFontFile

_OWN = Path(__file__).parent / "fonts"
_VENDORED = Path(settings.SITE_DIR) / "static" / "vendor"


class Face(Enum):
    """Names of people are set in the text faces, which know Greek and Cyrillic too; the display face is Latin."""

    REGULAR = _OWN / "NotoSans-Regular.ttf"
    BOLD = _OWN / "NotoSans-Bold.ttf"
    DISPLAY = _VENDORED / "besley" / "besley-latin-600-normal.ttf"


class Lettering(NamedTuple):
    face: Face
    size: int


@cache
def font(lettering: Lettering) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(lettering.face.value, lettering.size)


# In place of signs our typefaces do not have, which they would draw as empty boxes.
UNKNOWN = "·"


@cache
def _signs(face: Face) -> frozenset[int]:
    return frozenset(TTFontFile(str(face.value)).charToGlyph)


def drawable(words: str, face: Face = Face.REGULAR) -> str:
    """The words with a dot for each run of signs the text faces do not have, such as Chinese or a smiley.

    A typeface for all of them weighs tens of megabytes and none comes with a package we use. Who looks at the page or
    at the SVG sees them in the typefaces of their own device.
    """
    known = _signs(face)
    missing = {sign for sign in set(words) if ord(sign) not in known and not sign.isspace()}
    if not missing:
        return words
    runs = groupby(words, key=missing.__contains__)
    return "".join(UNKNOWN if is_missing else "".join(signs) for is_missing, signs in runs)


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
