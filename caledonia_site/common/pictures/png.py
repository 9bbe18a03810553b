"""Drawings as PNG, for forums and messengers that show no SVG."""

from functools import lru_cache

from resvg_py import svg_to_bytes

from caledonia_site.common.pictures.fonts import Face, drawable

FONT_FILES = [str(face.value) for face in Face]


# A link that is posted is fetched by many at once, and a picture takes a fifth of a second; some kilobytes each.
@lru_cache(maxsize=64)
def render_png(svg: bytes, *, zoom: float = 1.0) -> bytes:
    """The drawing in our own typefaces, whatever the machine has: the same picture everywhere."""
    return svg_to_bytes(
        svg_string=drawable(svg.decode()),
        zoom=zoom,
        skip_system_fonts=True,
        font_files=FONT_FILES,
        sans_serif_family="Noto Sans",
        serif_family="Besley",
    )
