"""A chart as PNG, for forums and messengers that show no SVG."""

from collections.abc import Sequence

from caledonia_site.common.charts.scale import Scale
from caledonia_site.common.charts.svg import Text
from caledonia_site.common.numbers import written
from games.stats.web.plots import Distribution, Heat, Intervals, Lines, Parts, Plot
from games.stats.web.png_canvas import EDGE, FOOT, HEAD, SMALL, TEXT, TITLE, WIDTH, Canvas
from games.stats.web.png_grids import LINES_HEIGHT, draw_heat, draw_lines, heat_height

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
        value, low, high = (written(one, plot.decimals) for one in (bar.value, bar.low, bar.high))
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
    highest = max((one.count for one in plot.bins), default=0) or 1
    step, floor = WIDTH / max(1, len(plot.bins)), HEAD + PLOT_HEIGHT - 50
    every = -(-len(plot.bins) // 16) or 1
    for number, one in enumerate(plot.bins):
        left, height = EDGE + number * step, (PLOT_HEIGHT - 90) * one.count / highest
        if one.count:
            canvas.box((left + 0.05 * step, floor - height, left + 0.95 * step, floor), "loch")
        if number % every == 0:
            canvas.words((left + step / 2, floor + 36), one.label, SMALL, "ink-soft", anchor="ms")
        if one.count == highest:
            canvas.words((left + step / 2, floor - height - 10), written(one.count), SMALL, anchor="ms")
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
        canvas.words((EDGE + WIDTH, top + 28), written(bar.total, plot.decimals), anchor="rs")
        above = below = EDGE + left * unit
        for position, part in enumerate(bar.parts):
            start = above if part > 0 else below + part * unit
            if part:
                canvas.box(
                    (start, top + 44, start + abs(part) * unit - 2, top + 84), f"series-{position + 1}"
                )
            above, below = (above + part * unit, below) if part > 0 else (above, below + part * unit)
