"""Drawings as PNG look the same on every machine."""

from io import BytesIO

import pytest
from PIL import Image

from caledonia_site.common.charts import Bin, Line, LinePoint, histogram_picture, line_picture, svg_file
from caledonia_site.common.formatting import format_number
from caledonia_site.common.pictures.png import render_png

PAPER, INK = (255, 255, 255), (0, 0, 0)


def drawn(svg: str, zoom: float = 1.0) -> Image.Image:
    return Image.open(BytesIO(render_png(svg.encode(), zoom=zoom))).convert("RGB")


def words(text: str, family: str = "sans-serif") -> Image.Image:
    return drawn(
        '<svg xmlns="http://www.w3.org/2000/svg" width="300" height="60"><rect width="300" height="60" fill="#fff"/>'
        f'<text x="10" y="40" font-size="30" font-family="{family}">{text}</text></svg>'
    )


@pytest.mark.parametrize(
    "family", ["Noto Sans", "Besley", "sans-serif", "serif", "No Such Typeface, sans-serif"]
)
def test_words_are_drawn_in_our_typefaces(family):
    colours = {colour for _, colour in words("Caledonia", family).getcolors(1 << 16)}
    assert {PAPER, INK} <= colours


def test_the_display_face_is_another_one():
    assert words("Caledonia", "Besley").tobytes() != words("Caledonia", "sans-serif").tobytes()
    assert words("Caledonia", "serif").tobytes() == words("Caledonia", "Besley").tobytes()


def test_signs_our_typefaces_lack_are_a_dot():
    assert words("Kim 민준 K.").tobytes() == words("Kim · K.").tobytes()


def test_a_picture_may_be_larger():
    assert drawn('<svg xmlns="http://www.w3.org/2000/svg" width="100" height="40"/>', zoom=1.5).size == (
        150,
        60,
    )


def test_an_equal_drawing_is_drawn_once():
    svg = b'<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"/>'
    assert render_png(svg) is render_png(svg)


def _ink_left_of(picture: Image.Image, column: int, rows: tuple[int, int]) -> bool:
    ground = picture.getpixel((0, 0))
    part = picture.crop((0, rows[0], column, rows[1]))
    return any(colour != ground for _, colour in part.getcolors(1 << 20))


def test_words_below_the_first_column_are_not_cut():
    """They reach into the margin of the file, which is 24 wide."""
    bins = [Bin(f"{number}00,000–{number}99,999", number) for number in range(1, 9)]
    svg = svg_file(histogram_picture(bins, title="Scores"), title="Scores")
    picture = Image.open(BytesIO(render_png(svg))).convert("RGB")
    assert _ink_left_of(picture, 24, (56 + 165, 56 + 190))
    assert not _ink_left_of(picture, 3, (56 + 165, 56 + 190))


def test_the_numbers_of_a_scale_have_the_room_they_need():
    points = [LinePoint(0, 1_100_000, "a"), LinePoint(1, 1_400_000, "b")]
    picture = line_picture([Line("Rating", points)], title="", write=lambda value: format_number(value, 2))
    svg = svg_file(picture, title="Rating")
    whole = Image.open(BytesIO(render_png(svg))).convert("RGB")
    assert not _ink_left_of(whole, 24, (56, 300))
    assert _ink_left_of(whole, 24 + 90, (56, 300))
