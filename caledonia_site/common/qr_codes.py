"""A link as a QR code inside a page."""

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

SCALE = 5
QUIET_ZONE = 4


def inline_qr_code(link: str) -> SafeString:
    """Black on white in both themes: phones read nothing else reliably. A style sheet may draw it larger or smaller."""
    code = segno.make(link, micro=False)
    drawing = code.svg_inline(
        scale=SCALE, border=QUIET_ZONE, light="#fff", svgclass="qr-code", lineclass=None, omitsize=True,
        title=_("QR code of the link"),
    )  # fmt: skip
    # The library writes either a size or a view box; without the box a smaller size would cut the code off.
    width, height = code.symbol_size(scale=SCALE, border=QUIET_ZONE)
    sized = drawing.replace("<svg ", f'<svg width="{width}" height="{height}" ', 1)
    return mark_safe(sized)  # noqa: S308 - drawn by the library from numbers; the link itself is not in it
