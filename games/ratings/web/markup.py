"""Rows of leaderboards in strings: every text is escaped, everything else is a number."""

from dataclasses import dataclass

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import escaped, format_date, format_number
from games.ratings.selectors.leaderboard import LeaderRow


@dataclass(frozen=True, slots=True)
class BoardRow:
    """Of somebody whose name is hidden there is no page, no trend and no date.

    Written here: a template takes five times as long for a page of fifty.
    """

    row: LeaderRow
    rating: str
    floor: str
    address: str
    trend: str

    @property
    def written(self) -> SafeString:
        """A row of a leaderboard."""
        own = f' <span class="badge tone-accent">{escaped(_("you"))}</span>' if self.row.is_own else ""
        leading = ' class="leading"' if self.row.is_own else ""
        few = ""
        if self.row.player_rating.is_provisional:
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
            f'<td class="figure">{format_number(self.row.player_rating.games)}</td><td>{escaped(self.trend)}</td>'
        )

    def _last_played(self) -> str:
        day = self.row.last_played_on
        if day is None:
            return "–"
        return f'<time datetime="{day.isoformat()}">{escaped(format_date(day, "SHORT_DATE_FORMAT"))}</time>'
