"""QR codes: black on white in both themes, because phones read nothing else reliably.

A link as a QR code inside a page.
"""

from collections.abc import Sequence
from io import BytesIO

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

QUIET_ZONE = 4


def qr_code(link: str) -> segno.QRCode:
    return segno.make_qr(link, error="m")


def qr_svg(link: str, title: str) -> bytes:
    written = BytesIO()
    qr_code(link).save(
        written, kind="svg", scale=8, border=QUIET_ZONE, dark="#000", light="#fff", title=title,
        svgclass=None, lineclass=None,
    )  # fmt: skip
    return written.getvalue()


SCALE = 5


def inline_qr_code(link: str) -> SafeString:
    """Black on white in both themes: phones read nothing else reliably. A style sheet may draw it larger or smaller."""
    return _drawn(segno.make(link, micro=False))


def inline_qr_codes(links: Sequence[str]) -> list[SafeString]:
    """Of links that differ by little: what makes the first code easiest to read serves all, three times as fast."""
    codes = [segno.make(links[0], micro=False)] if links else []
    codes += [segno.make(link, micro=False, mask=codes[0].mask) for link in links[1:]]
    return [_drawn(code) for code in codes]


def _drawn(code: segno.QRCode) -> SafeString:
    drawing = code.svg_inline(
        scale=SCALE, border=QUIET_ZONE, light="#fff", svgclass="qr-code", lineclass=None, omitsize=True,
        title=_("QR code of the link"),
    )  # fmt: skip
    # The library writes either a size or a view box; without the box a smaller size would cut the code off.
    width, height = code.symbol_size(scale=SCALE, border=QUIET_ZONE)
    sized = drawing.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
    return mark_safe(sized)  # noqa: S308 - drawn by the library from numbers; the link itself is not in it
