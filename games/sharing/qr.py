"""QR codes: black on white in both themes, because phones read nothing else reliably."""

from io import BytesIO

import segno

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
