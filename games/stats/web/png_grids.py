"""Lines over time and heat maps, painted."""

from caledonia_site.common.charts.heat import reach_of, step_of
from caledonia_site.common.charts.line import LinePoint
from caledonia_site.common.charts.scale import Scale, ticks_between
from caledonia_site.common.numbers import written
from games.stats.web.plots import Heat, Lines
from games.stats.web.png_canvas import EDGE, HEAD, SMALL, WIDTH, Canvas

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
            text = "–" if value is None else written(value, plot.decimals)
            canvas.words((left + width / 2, upper + CELL / 2 + 10), text, anchor="ms")
