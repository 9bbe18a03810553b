"""Rows of a leaderboard, ready to be shown."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.addresses import address_at
from caledonia_site.common.charts import sparkline
from caledonia_site.common.dates import written_day
from caledonia_site.common.escaping import escaped
from caledonia_site.common.numbers import written
from games.players.models.player import address_key_of
from games.ratings.selectors.pages_leaderboard import LeaderRow
from games.ratings.web.numbers import plus_minus, points


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Of somebody whose name is hidden there is no page, no trend and no date.

    Written here: a template takes five times as long for a page of fifty.
    """

    row: LeaderRow
    rating: str
    floor: str
    address: str
    trend: SafeString | str

    @property
    def written(self) -> SafeString:
        """A row of a leaderboard."""
        own = f' <span class="badge tone-accent">{escaped(_("you"))}</span>' if self.row.is_own else ""
        leading = ' class="leading"' if self.row.is_own else ""
        few = ""
        if self.row.standing.is_provisional:
            few = f' <span class="badge">{escaped(_("few games"))}</span>'
        return SafeString(
            f'<tr{leading}><th scope="row">{self._name()}{own}{few}</th>'
            f"{self._figures()}<td>{self._last_played()}</td></tr>"
        )

    @property
    def written_short(self) -> SafeString:
        """The same without badges and date, for a page about something else."""
        return SafeString(f'<tr><th scope="row">{self._name()}</th>{self._figures()}</tr>')

    def _name(self) -> str:
        name = escaped(self.row.shown.name)
        linked = f'<a href="{escaped(self.address)}">{name}</a>' if self.address else name
        return f'<span class="rating-place number">{self.row.place}.</span> {linked}'

    def _figures(self) -> str:
        return (
            f'<td class="figure">{escaped(self.rating)}</td><td class="figure">{escaped(self.floor)}</td>'
            f'<td class="figure">{written(self.row.standing.games)}</td><td>{escaped(self.trend)}</td>'
        )

    def _last_played(self) -> str:
        day = self.row.last_played_on
        if day is None:
            return "–"
        return f'<time datetime="{day.isoformat()}">{escaped(written_day(day, "SHORT_DATE_FORMAT"))}</time>'


def board_rows(rows: Iterable[LeaderRow], *, query: str) -> list[BoardRow]:
    """`query` is the choice of the pool, which the players' pages keep."""
    return [_board_row(row, query) for row in rows]


def _board_row(row: LeaderRow, query: str) -> BoardRow:
    standing, shown = row.standing, row.shown
    address, trend = "", SafeString("")
    if shown.public_id:
        address = f"{address_at('ratings:player', address_key_of(shown.name, shown.public_id))}?{query}"
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
