"""A chart as PNG, for forums and messengers that show no SVG."""

from collections.abc import Sequence
from io import BytesIO

from PIL import Image, ImageDraw

from caledonia_site.common.charts.lines import LinePoint
from caledonia_site.common.charts.svg import Scale, Text, light_colours, ticks_between
from caledonia_site.common.charts.tables import reach_of, step_of
from caledonia_site.common.formatting import format_number
from caledonia_site.common.pictures.fonts import Face, Lettering, drawable, font
from games.stats.web.charts import Distribution, Heat, Intervals, Lines, Parts, Plot

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


LINES_HEIGHT, SCALE_WIDTH, MARKS = 520, 110, 4
NAMES, COLUMN_HEAD, CELL = 260, 250, 60


def draw_lines(canvas: Canvas, plot: Lines) -> None:
    points = [point for line in plot.lines for point in line.points]
    ends = [end for point in points for end in (point.low, point.value, point.high) if end is not None]
    across, up = Scale.over([point.at for point in points]), Scale.over(ends).widened()
    left, floor = EDGE + SCALE_WIDTH, HEAD + LINES_HEIGHT - 60

    def at(point: LinePoint, value: float) -> tuple[float, float]:
        width, height = WIDTH - SCALE_WIDTH, LINES_HEIGHT - 80
        return left + width * across.share(point.at), floor - height * up.share(value)

    for line in plot.lines:
        if line.has_band:
            above = [at(point, point.high or 0.0) for point in line.points]
            below = [at(point, point.low or 0.0) for point in reversed(line.points)]
            canvas.shape(above + below, "loch-soft")
    for tick in ticks_between(up.least, up.most):
        height = at(points[0], tick)[1]
        canvas.line((left, height, EDGE + WIDTH, height), "sunken", 2)
        canvas.words((left - 16, height + 8), plot.write(tick), SMALL, "ink-soft", anchor="rs")
    for number, line in enumerate(plot.lines, 1):
        canvas.path([at(point, point.value) for point in line.points], f"series-{number}")
        for point in line.points:
            canvas.dot(at(point, point.value), f"series-{number}")
    marked = [point for point in plot.lines[0].points if point.mark]
    step = max(1.0, (len(marked) - 1) / (MARKS - 1))
    for number in range(min(MARKS, len(marked))):
        point = marked[round(number * step)]
        share = across.share(point.at)
        anchor = "ls" if share < 0.1 else "rs" if share > 0.9 else "ms"
        canvas.words((at(point, up.least)[0], floor + 40), point.mark, SMALL, "ink-soft", anchor=anchor)


def heat_height(plot: Heat) -> int:
    return COLUMN_HEAD + CELL * len(plot.names)


def draw_heat(canvas: Canvas, plot: Heat) -> None:
    reach, width = reach_of(plot.values, plot.middle), (WIDTH - NAMES) / max(1, len(plot.names))
    top = HEAD + COLUMN_HEAD
    for number, name in enumerate(plot.names):
        canvas.upright((EDGE + NAMES + (number + 0.5) * width, top - 14), name)
        canvas.words((EDGE, top + number * CELL + CELL / 2 + 10), name)
        for column, value in enumerate(plot.values[number]):
            left, upper = EDGE + NAMES + column * width, top + number * CELL
            if value is not None:
                colour = f"heat-{step_of(value, plot.middle, reach)}"
                canvas.box((left, upper, left + width - 2, upper + CELL - 2), colour)
            text = "–" if value is None else format_number(value, plot.decimals)
            canvas.words((left + width / 2, upper + CELL / 2 + 10), text, anchor="ms")


ROW, BAR = 100, 32
PLOT_HEIGHT, LEGEND_LINE, LEGEND_COLUMNS = 380, 52, 3


def png_file(plot: Plot, *, source: Text) -> bytes:
    """`source` stands below the drawing: where the figures come from."""
    canvas = Canvas(_height(plot))
    canvas.words((EDGE, HEAD - 50), plot.title, TITLE)
    if isinstance(plot, Intervals):
        _intervals(canvas, plot)
    elif isinstance(plot, Distribution):
        _distribution(canvas, plot)
    elif isinstance(plot, Parts):
        _parts(canvas, plot)
    elif isinstance(plot, Lines):
        draw_lines(canvas, plot)
    elif isinstance(plot, Heat):
        draw_heat(canvas, plot)
    canvas.words((EDGE, canvas.height - EDGE / 2), source, SMALL, "ink-soft")
    return canvas.finished()


def _height(plot: Plot) -> int:
    if isinstance(plot, Distribution):
        return HEAD + PLOT_HEIGHT + FOOT
    if isinstance(plot, Lines):
        return HEAD + LINES_HEIGHT + FOOT
    if isinstance(plot, Heat):
        return HEAD + heat_height(plot) + FOOT
    if isinstance(plot, Parts):
        return HEAD + _legend_rows(plot.series) * LEGEND_LINE + ROW * len(plot.bars) + FOOT
    return HEAD + ROW * len(plot.bars) + FOOT if isinstance(plot, Intervals) else HEAD + FOOT


def _legend_rows(series: Sequence[Text]) -> int:
    return -(-len(series) // LEGEND_COLUMNS)


def _intervals(canvas: Canvas, plot: Intervals) -> None:
    ends = [end for bar in plot.bars for end in (bar.low, bar.value, bar.high)]
    scale = Scale.over([plot.baseline, *ends])

    def at(value: float) -> float:
        return EDGE + WIDTH * scale.share(value)

    for number, bar in enumerate(plot.bars):
        top = HEAD + number * ROW
        ink = "ink-soft" if bar.muted else "ink"
        after = canvas.words((EDGE, top + 28), bar.label, TEXT, ink)
        canvas.words((after + 12, top + 28), bar.note, SMALL, "ink-soft")
        value, low, high = (format_number(number, plot.decimals) for number in (bar.value, bar.low, bar.high))
        canvas.words((EDGE + WIDTH, top + 28), f"{value}  ({low} – {high})", TEXT, ink, anchor="rs")
        first, last = sorted((at(plot.baseline), at(bar.value)))
        canvas.box((EDGE, top + 44, EDGE + WIDTH, top + 44 + BAR), "sunken")
        canvas.box((first, top + 44, last, top + 44 + BAR), "border" if bar.muted else "loch")
        middle = top + 44 + BAR / 2
        # A pale edge keeps the line apart from a dark bar.
        canvas.line((at(bar.low), middle, at(bar.high), middle), "surface", 10)
        canvas.line((at(bar.low), middle, at(bar.high), middle), "ink")
        for end in (at(bar.low), at(bar.high)):
            canvas.line((end, middle - 10, end, middle + 10), "ink")
    zero = at(plot.baseline)
    canvas.line((zero, HEAD + 40, zero, HEAD + ROW * len(plot.bars) - 12), "border", 2)


def _distribution(canvas: Canvas, plot: Distribution) -> None:
    highest = max((bar.count for bar in plot.bins), default=0) or 1
    step, floor = WIDTH / max(1, len(plot.bins)), HEAD + PLOT_HEIGHT - 50
    every = -(-len(plot.bins) // 16) or 1
    for number, bar in enumerate(plot.bins):
        left, height = EDGE + number * step, (PLOT_HEIGHT - 90) * bar.count / highest
        if bar.count:
            canvas.box((left + 0.05 * step, floor - height, left + 0.95 * step, floor), "loch")
        if number % every == 0:
            canvas.words((left + step / 2, floor + 36), bar.label, SMALL, "ink-soft", anchor="ms")
        if bar.count == highest:
            canvas.words((left + step / 2, floor - height - 10), format_number(bar.count), SMALL, anchor="ms")
    canvas.line((EDGE, floor, EDGE + WIDTH, floor), "border", 2)


def _parts(canvas: Canvas, plot: Parts) -> None:
    for number, label in enumerate(plot.series):
        row, column = divmod(number, LEGEND_COLUMNS)
        x, y = EDGE + column * WIDTH / LEGEND_COLUMNS, HEAD + row * LEGEND_LINE - 20
        canvas.box((x, y, x + 28, y + 28), f"series-{number + 1}")
        canvas.words((x + 44, y + 24), label)
    left = max((-sum(part for part in bar.parts if part < 0) for bar in plot.bars), default=0.0)
    right = max((sum(part for part in bar.parts if part > 0) for bar in plot.bars), default=0.0)
    unit = WIDTH / (left + right or 1.0)
    for number, bar in enumerate(plot.bars):
        top = HEAD + _legend_rows(plot.series) * LEGEND_LINE + number * ROW
        canvas.words((EDGE, top + 28), bar.label)
        canvas.words((EDGE + WIDTH, top + 28), format_number(bar.total, plot.decimals), anchor="rs")
        above = below = EDGE + left * unit
        for position, part in enumerate(bar.parts):
            start = above if part > 0 else below + part * unit
            if part:
                canvas.box(
                    (start, top + 44, start + abs(part) * unit - 2, top + 84), f"series-{position + 1}"
                )
            above, below = (above + part * unit, below) if part > 0 else (above, below + part * unit)
