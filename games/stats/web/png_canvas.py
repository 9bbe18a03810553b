"""A sheet that charts are painted on."""

from io import BytesIO

from PIL import Image, ImageDraw

from caledonia_site.common.charts.files import light_colours
from caledonia_site.common.charts.svg import Text
from games.sharing.fonts import Face, Lettering, drawable, font

# Twice the size of the page, so that it stays sharp on phones.
WIDTH, EDGE, HEAD, FOOT = 1440, 48, 120, 80
TEXT, SMALL, TITLE = Lettering(Face.REGULAR, 28), Lettering(Face.REGULAR, 24), Lettering(Face.BOLD, 36)
Box = tuple[float, float, float, float]


class Canvas:
    """Colours are named by the design's tokens."""

    def __init__(self, height: int) -> None:
        self.height, self.colours = height, light_colours()
        self.image = Image.new("RGB", (WIDTH + 2 * EDGE, height), self.colours["surface"])
        self.pen = ImageDraw.Draw(self.image)

    def words(
        self,
        place: tuple[float, float],
        text: Text,
        lettering: Lettering = TEXT,
        colour: str = "ink",
        anchor: str = "ls",
    ) -> float:
        """Returns where the words end."""
        shown = drawable(str(text), lettering.face)
        self.pen.text(place, shown, fill=self.colours[colour], font=font(lettering), anchor=anchor)
        return place[0] + font(lettering).getlength(shown)

    def upright(self, place: tuple[float, float], text: Text) -> None:
        """Words that run upwards from the place."""
        shown = drawable(str(text), TEXT.face)
        left, top, right, bottom = font(TEXT).getbbox(shown)
        patch = Image.new("L", (round(right - left) + 4, round(bottom - top) + 4))
        ImageDraw.Draw(patch).text((2 - left, 2 - top), shown, fill=255, font=font(TEXT))
        turned = patch.rotate(90, expand=True)
        at = (round(place[0] - turned.width / 2), round(place[1] - turned.height))
        self.image.paste(Image.new("RGB", turned.size, self.colours["ink"]), at, turned)

    def shape(self, corners: list[tuple[float, float]], colour: str) -> None:
        self.pen.polygon(corners, fill=self.colours[colour])

    def path(self, points: list[tuple[float, float]], colour: str) -> None:
        self.pen.line(points, fill=self.colours[colour], width=4, joint="curve")

    def dot(self, place: tuple[float, float], colour: str) -> None:
        self.pen.circle(place, 7, fill=self.colours[colour], outline=self.colours["surface"], width=2)

    def box(self, corners: Box, colour: str) -> None:
        self.pen.rectangle(corners, fill=self.colours[colour])

    def line(self, ends: Box, colour: str, width: int = 4) -> None:
        self.pen.line(ends, fill=self.colours[colour], width=width)

    def finished(self) -> bytes:
        written_ = BytesIO()
        self.image.save(written_, "PNG")
        return written_.getvalue()
