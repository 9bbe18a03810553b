"""QR codes in pages keep their whole drawing at any size."""

import re

from caledonia_site.common.pictures.qr import inline_qr_code, inline_qr_codes


def test_size_and_view_box_are_the_same():
    drawing = inline_qr_code("https://example.org/tournaments/abc/door/xyz/")
    found = re.match(r'<svg width="(\d+)" height="(\d+)" viewBox="0 0 (\d+) (\d+)" class="qr-code">', drawing)
    assert found is not None
    assert len(set(found.groups())) == 1
    assert "style=" not in drawing


def test_many_codes_at_once_are_one_for_each_link():
    links = [
        f"https://example.org/tournaments/place/{key}/" for key in ("p2sxfkhsw7", "4y9nnzbs5s", "7grhrn9fwh")
    ]
    drawn = inline_qr_codes(links)
    assert drawn[0] == inline_qr_code(links[0])
    assert len(set(drawn)) == len(links)
    assert inline_qr_codes([]) == []
