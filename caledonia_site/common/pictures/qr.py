"""QR codes, as files and inside a page: black on white in both themes, because phones read nothing else reliably."""

from collections.abc import Sequence
from io import BytesIO

import segno
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.markup import sized_svg

QUIET_ZONE = 4


def qr_code(link: str) -> segno.QRCode:
    return segno.make_qr(link, error="m")


def qr_svg(link: str, title: str) -> bytes:
    file = BytesIO()
    qr_code(link).save(
        file, kind="svg", scale=8, border=QUIET_ZONE, dark="#000", light="#fff", title=title,
        svgclass=None, lineclass=None,
    )  # fmt: skip
    return file.getvalue()


SCALE = 5


def inline_qr_code(link: str) -> SafeString:
    """A style sheet may draw it larger or smaller."""
    return _inline_svg(segno.make(link, micro=False))


def inline_qr_codes(links: Sequence[str]) -> list[SafeString]:
    """Of links that differ by little: what makes the first code easiest to read serves all, three times as fast."""
    codes = [segno.make(links[0], micro=False)] if links else []
    codes += [segno.make(link, micro=False, mask=codes[0].mask) for link in links[1:]]
    return [_inline_svg(code) for code in codes]


def _inline_svg(code: segno.QRCode) -> SafeString:
    drawing = code.svg_inline(
        scale=SCALE, border=QUIET_ZONE, light="#fff", svgclass="qr-code", lineclass=None, omitsize=True,
        title=_("QR code of the link"),
    )  # fmt: skip
    width, height = code.symbol_size(scale=SCALE, border=QUIET_ZONE)
    return sized_svg(drawing, width=int(width), height=int(height))
