"""A card as SVG."""

from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from caledonia_site.common.tartans import SIZE
from games.sharing.card import HEIGHT, WIDTH, Card, shapes_of
from games.sharing.fonts import Face, tidy
from games.sharing.shapes import Box, Shape, Swatch, Words

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
