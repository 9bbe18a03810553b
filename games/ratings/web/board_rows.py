"""Rows of a leaderboard, ready to be shown."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.charts import sparkline
from games.ratings.selectors.pages_leaderboard import LeaderRow
from games.ratings.web.numbers import plus_minus, points


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Of somebody whose name is hidden there is no page, no trend and no date."""

    row: LeaderRow
    rating: str
    floor: str
    address: str
    trend: SafeString | str


def board_rows(rows: Iterable[LeaderRow], *, query: str) -> list[BoardRow]:
    """`query` is the choice of the pool, which the players' pages keep."""
    return [_board_row(row, query) for row in rows]


def _board_row(row: LeaderRow, query: str) -> BoardRow:
    standing = row.standing
    address, trend = "", SafeString("")
    if not row.is_nameless:
        address = f"{reverse('ratings:player', args=[standing.player.address_key])}?{query}"
        trend = trend_of(standing.recent)
    return BoardRow(
        row, plus_minus(standing.rating, standing.deviation), points(standing.floor), address, trend
    )


def trend_of(recent: list[float]) -> SafeString:
    if len(recent) < 2:
        return SafeString("")
    label = _("Rating over the last %(number)d games, from %(first)s to %(last)s") % {
        "number": len(recent),
        "first": points(recent[0]),
        "last": points(recent[-1]),
    }
    return sparkline(recent, label=label)
