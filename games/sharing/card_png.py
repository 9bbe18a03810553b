"""A card as PNG, for messengers that show nothing else."""

from functools import lru_cache
from io import BytesIO

from PIL import Image, ImageColor, ImageDraw

from caledonia_site.common.tartans import SIZE
from games.sharing.card import HEIGHT, WIDTH, Card, shapes_of
from games.sharing.fonts import drawable, font
from games.sharing.shapes import Box, Swatch, Words

# Grounds are drawn so many times larger and reduced, which makes round corners smooth.
FINER = 2
ANCHORS = {"start": "ls", "end": "rs"}


# A link that is posted is fetched by many at once; some kilobytes each.
@lru_cache(maxsize=64)
def draw_png(card: Card) -> bytes:
    shapes = shapes_of(card)
    grounds = Image.new("RGB", (WIDTH * FINER, HEIGHT * FINER))
    pen = ImageDraw.Draw(grounds)
    for shape in shapes:
        if isinstance(shape, Box):
            pen.rounded_rectangle(_corners(shape), shape.radius * FINER, fill=shape.fill)
        elif isinstance(shape, Swatch):
            grounds.paste(_cloth(shape), (round(shape.x * FINER), round(shape.y * FINER)))
    picture = grounds.reduce(FINER)
    pen = ImageDraw.Draw(picture)
    for shape in shapes:
        if isinstance(shape, Words):
            place = (shape.x, shape.y)
            pen.text(
                place,
                drawable(shape.text, shape.lettering.face),
                fill=shape.fill,
                font=font(shape.lettering),
                anchor=ANCHORS[shape.anchor],
            )
    written = BytesIO()
    picture.save(written, "PNG")
    return written.getvalue()


def _corners(box: Box) -> tuple[int, int, int, int]:
    """The last pixel belongs to the rectangle, so it ends one before the next begins."""
    return (
        round(box.x * FINER),
        round(box.y * FINER),
        round((box.x + box.width) * FINER) - 1,
        round((box.y + box.height) * FINER) - 1,
    )


def _cloth(swatch: Swatch) -> Image.Image:
    side = round(swatch.size * FINER)
    scale = side / SIZE
    cloth = Image.new("RGB", (side, side), swatch.tartan.ground)
    down, across = ImageDraw.Draw(cloth), Image.new("RGBA", (side, side))
    threads = ImageDraw.Draw(across)
    for stripe in swatch.tartan.stripes:
        first, last = round(stripe.start * scale), round((stripe.start + stripe.width) * scale) - 1
        down.rectangle((first, 0, last, side), fill=stripe.colour)
        threads.rectangle(
            (0, first, side, last), fill=(*ImageColor.getrgb(stripe.colour)[:3], round(0.55 * 255))
        )
    cloth.paste(across, mask=across)
    return cloth
