"""A link as a QR code inside a page."""

import segno
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _


def inline_qr_code(link: str) -> SafeString:
    """Black on white in both themes: phones read nothing else reliably."""
    drawing = segno.make(link, micro=False).svg_inline(
        scale=5, border=4, light="#fff", svgclass="qr-code", lineclass=None, title=_("QR code of the link")
    )
    return mark_safe(drawing)  # noqa: S308 - drawn by the library from numbers; the link itself is not in it
