"""What a picture is made of, however it is drawn.

The picture of a result that messengers show beside a link: what is on it, and where.

A card as PNG, for messengers that show nothing else.

A card as SVG.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from io import BytesIO
from typing import Literal
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from PIL import Image, ImageColor, ImageDraw

from caledonia_site.common.pictures.fonts import Face, Lettering, drawable, fitted, font, tidy, width_of
from games.systems.base import TARTAN_SIZE as SIZE
from games.systems.base import Tartan
from games.systems.swatches import tartan_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    x: float
    y: float
    width: float
    height: float
    fill: str
    radius: float = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Swatch:
    """A square of a clan's cloth."""

    x: float
    y: float
    size: float
    tartan: Tartan


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """A line of text; `y` is its baseline, `x` its start or its end."""

    x: float
    y: float
    text: str
    lettering: Lettering
    fill: str
    anchor: Literal["start", "end"] = "start"


Shape = Box | Swatch | Words


# What messengers crop nothing of.
WIDTH, HEIGHT = 1200, 630

# The light colours of static/css/tokens.css: a picture has no theme.
PAPER, SURFACE, INK, INK_SOFT = "#f5f0e4", "#fffdf8", "#23262b", "#57534a"
LOCH, LOCH_SOFT, MOSS_SOFT, GOLD = "#1d4e6b", "#dce8ed", "#e1ebd7", "#c98a1b"

MARGIN, PADDING, GAP = 56, 28, 12
BAND = 140
MOST_ROW_HEIGHT = 132
PLACE_WIDTH = 84
# A viewer without our typefaces draws the SVG in its own, which may run a little wider.
RESERVE = 0.92
BRAND, MARK = "Caledonia", 44
TITLE_LETTERS, BRAND_LETTERS = Lettering(Face.DISPLAY, 46), Lettering(Face.DISPLAY, 34)
SUBTITLE_LETTERS = Lettering(Face.REGULAR, 28)


@dataclass(frozen=True, slots=True, kw_only=True)
class CardSeat:
    """`swatch` is the name of a tartan, or empty."""

    name: str
    dimension: str
    swatch: str
    place: str
    total: str
    is_winner: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """Everything the picture says, in its language; two equal cards are the same picture.

    `summary` is for those who cannot see it. The seats come in the order of their places.
    """

    language: str
    title: str
    subtitle: str
    unit: str
    summary: str
    seats: tuple[CardSeat, ...]


def shapes_of(card: Card) -> list[Shape]:
    """Grounds first, words last."""
    return [
        Box(x=0, y=0, width=WIDTH, height=HEIGHT, fill=PAPER),
        *_band(card),
        *(shape for row in _rows(card) for shape in row),
    ]


def _band(card: Card) -> Iterator[Shape]:
    right = WIDTH - MARGIN
    brand_width = width_of(BRAND, BRAND_LETTERS)
    title = fitted(card.title, TITLE_LETTERS, right - MARGIN - brand_width - MARK - 3 * GAP)
    subtitle = fitted(card.subtitle, SUBTITLE_LETTERS, right - MARGIN)
    yield Box(x=0, y=0, width=WIDTH, height=BAND, fill=LOCH)
    yield from _mark(right - brand_width - GAP - MARK, 34)
    yield Words(x=MARGIN, y=68, text=title, lettering=TITLE_LETTERS, fill=PAPER)
    yield Words(x=MARGIN, y=112, text=subtitle, lettering=SUBTITLE_LETTERS, fill=LOCH_SOFT)
    yield Words(x=right, y=68, text=BRAND, lettering=BRAND_LETTERS, fill=PAPER, anchor="end")


def _mark(x: float, y: float) -> Iterator[Shape]:
    """The site's sign: a piece of cloth with one golden crossing, as in static/img/favicon.svg."""
    unit = MARK / 24
    yield Box(x=x, y=y, width=MARK, height=MARK, fill=PAPER, radius=6)
    for start, thickness in ((6.5, 4), (16.25, 1.5)):
        yield Box(x=x + start * unit, y=y, width=thickness * unit, height=MARK, fill=LOCH)
        yield Box(x=x, y=y + start * unit, width=MARK, height=thickness * unit, fill=LOCH)
    yield Box(x=x + 6.5 * unit, y=y + 6.5 * unit, width=4 * unit, height=4 * unit, fill=GOLD)


def _rows(card: Card) -> Iterator[Iterator[Shape]]:
    """As high as the number of seats allows, in the middle of the room below the band."""
    room = HEIGHT - BAND - 2 * PADDING
    count = len(card.seats)
    height = min(MOST_ROW_HEIGHT, (room - GAP * (count - 1)) / count)
    top = BAND + PADDING + (room - count * height - GAP * (count - 1)) / 2
    has_swatches = any(seat.swatch for seat in card.seats)
    for position, seat in enumerate(card.seats):
        yield _row(seat, card.unit, top + position * (height + GAP), height, has_swatches=has_swatches)


def _row(seat: CardSeat, unit: str, y: float, height: float, *, has_swatches: bool) -> Iterator[Shape]:
    def letters(face: Face, share: float) -> Lettering:
        return Lettering(face, max(round(height * share), 10))

    left, right = MARGIN + PADDING, WIDTH - MARGIN - PADDING
    fill = MOSS_SOFT if seat.is_winner else SURFACE
    yield Box(x=MARGIN, y=y, width=WIDTH - 2 * MARGIN, height=height, fill=fill, radius=14)
    place = letters(Face.DISPLAY, 0.42)
    yield Words(x=left, y=y + height * 0.65, text=seat.place, lettering=place, fill=INK_SOFT)

    name_x = left + PLACE_WIDTH
    if has_swatches:
        side = round(height * 0.6)
        if seat.swatch:
            yield Swatch(x=name_x, y=y + (height - side) / 2, size=side, tartan=tartan_of(seat.swatch))
        name_x += side + PADDING

    small, large = letters(Face.REGULAR, 0.26), letters(Face.DISPLAY, 0.54)
    baseline = y + height * 0.69
    total_end = right - width_of(unit, small) - GAP
    yield Words(x=right, y=baseline, text=unit, lettering=small, fill=INK_SOFT, anchor="end")
    yield Words(x=total_end, y=baseline, text=seat.total, lettering=large, fill=INK, anchor="end")

    room = (total_end - width_of(seat.total, large) - name_x) * RESERVE
    name, below = letters(Face.BOLD, 0.34), letters(Face.REGULAR, 0.24)
    name_y = y + height * (0.47 if seat.dimension else 0.62)
    yield Words(x=name_x, y=name_y, text=fitted(seat.name, name, room), lettering=name, fill=INK)
    if seat.dimension:
        dimension = fitted(seat.dimension, below, room)
        yield Words(x=name_x, y=y + height * 0.8, text=dimension, lettering=below, fill=INK_SOFT)


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


FAMILIES = {
    Face.REGULAR: {"font-family": "'Noto Sans', system-ui, sans-serif"},
    Face.BOLD: {"font-family": "'Noto Sans', system-ui, sans-serif", "font-weight": "700"},
    Face.DISPLAY: {"font-family": "Besley, 'Century Schoolbook', Georgia, serif", "font-weight": "600"},
}


def draw_svg(card: Card) -> bytes:
    root = Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "viewBox": f"0 0 {WIDTH} {HEIGHT}",
            "width": str(WIDTH),
            "height": str(HEIGHT),
            "role": "img",
            "xml:lang": card.language,
        },
    )
    SubElement(root, "title").text = tidy(card.summary)
    for shape in shapes_of(card):
        _draw(root, shape)
    return bytes(ElementTree.tostring(root, encoding="utf-8", xml_declaration=True))


def _draw(root: Element, shape: Shape) -> None:
    match shape:
        case Box():
            _box(root, shape)
        case Swatch():
            _swatch(root, shape)
        case Words():
            _words(root, shape)


def _box(root: Element, box: Box) -> None:
    drawn = _rectangle(root, box.x, box.y, box.width, box.height, box.fill)
    if box.radius:
        drawn.set("rx", f"{box.radius:g}")


def _swatch(root: Element, swatch: Swatch) -> None:
    cloth = SubElement(
        root, "g", {"transform": f"translate({swatch.x:g} {swatch.y:g}) scale({swatch.size / SIZE:g})"}
    )
    _rectangle(cloth, 0, 0, SIZE, SIZE, swatch.tartan.ground)
    for stripe in swatch.tartan.stripes:
        _rectangle(cloth, stripe.start, 0, stripe.width, SIZE, stripe.colour)
    across = SubElement(cloth, "g", {"fill-opacity": "0.55"})
    for stripe in swatch.tartan.stripes:
        _rectangle(across, 0, stripe.start, SIZE, stripe.width, stripe.colour)


def _words(root: Element, words: Words) -> None:
    drawn = SubElement(
        root,
        "text",
        {"x": f"{words.x:g}", "y": f"{words.y:g}", "font-size": str(words.lettering.size), "fill": words.fill}
        | FAMILIES[words.lettering.face],
    )
    if words.anchor == "end":
        drawn.set("text-anchor", "end")
    drawn.text = words.text


def _rectangle(parent: Element, x: float, y: float, width: float, height: float, fill: str) -> Element:
    numbers = {"x": x, "y": y, "width": width, "height": height}
    return SubElement(parent, "rect", {key: f"{value:g}" for key, value in numbers.items()} | {"fill": fill})
