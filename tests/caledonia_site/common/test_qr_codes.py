"""QR codes in pages keep their whole drawing at any size."""

import re

from caledonia_site.common.qr_codes import inline_qr_code


def test_size_and_view_box_are_the_same():
    drawing = inline_qr_code("https://example.org/tournaments/abc/door/xyz/")
    found = re.match(r'<svg width="(\d+)" height="(\d+)" viewBox="0 0 (\d+) (\d+)" class="qr-code">', drawing)
    assert found is not None
    assert len(set(found.groups())) == 1
    assert "style=" not in drawing
