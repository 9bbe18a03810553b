"""A player's rating, game by game, as a chart."""

from collections.abc import Sequence
from math import ceil

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.addresses import address_at
from caledonia_site.common.charts import Line, LinePoint, line_chart
from caledonia_site.common.dates import written_day
from games.ratings.engine import CAUTION
from games.ratings.selectors.history import HistoryPoint
from games.ratings.web.numbers import change, plus_minus, points

# As many as a thumb can tell apart on a wide screen.
MOST_POINTS = 80


def history_chart(history: Sequence[HistoryPoint]) -> SafeString:
    drawn = thinned(history, MOST_POINTS)
    about = _(
        "The band holds the true strength about 19 times of 20. Each point is a game; choose one to open it."
    )
    if len(drawn) < len(history):
        every = ceil(len(history) / MOST_POINTS)
        about += " " + _("Of so many games only one in %(every)d is drawn.") % {"every": every}
    positions = {point.game_id: number for number, point in enumerate(history, 1)}
    # Translated once for all points.
    label = _("%(day)s: %(rating)s (%(change)s), place %(place)d of %(seats)d")
    line = Line(_("Rating"), [_point(one, positions[one.game_id], label) for one in drawn])
    return line_chart([line], title=_("Rating, game by game"), about=about, write=points)


def thinned(history: Sequence[HistoryPoint], most: int) -> list[HistoryPoint]:
    """Evenly, counted from the newest game, with the highest and the lowest kept."""
    if len(history) <= most:
        return list(history)
    every = ceil(len(history) / most)
    kept = set(range(len(history) - 1, -1, -every))
    by_rating = sorted(range(len(history)), key=lambda index: history[index].after.rating)
    return [history[index] for index in sorted(kept | {by_rating[0], by_rating[-1]})]


def _point(one: HistoryPoint, position: int, label: str) -> LinePoint:
    spread = CAUTION * one.after.deviation
    return LinePoint(
        at=position,
        value=one.after.rating,
        label=label
        % {
            "day": written_day(one.played_on),
            "rating": plus_minus(one.after.rating, one.after.deviation),
            "change": change(one.after.rating - one.before.rating),
            "place": one.place,
            "seats": one.seats,
        },
        mark=written_day(one.played_on, "SHORT_DATE_FORMAT"),
        low=one.after.rating - spread,
        high=one.after.rating + spread,
        address=address_at("games:detail", one.public_id),
    )
