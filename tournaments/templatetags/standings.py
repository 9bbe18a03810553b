"""Template tags of standings: what a table has hundreds of is written here, as templates take ten times as long."""

from collections.abc import Sequence

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from caledonia_site.common.dates import written_day
from caledonia_site.common.templatetags.interface import icon
from tournaments.selectors.standings_page import GameLine, RowView, TableView

register = template.Library()


@register.simple_tag
def latest_games(form: Sequence[GameLine]) -> SafeString:
    """The places of the latest games, the newest last, and what each brought."""
    place, points = escape(_("Place")), escape(_("Points"))
    lines = [
        f'<li class="{_classes(game)}" title="{escape(written_day(game.on))}">'
        f'<span class="visually-hidden">{place} </span>{_result(game)}'
        f'<span class="form-points"><span class="visually-hidden">, {points} </span>{escape(game.points)}</span></li>'
        for game in form
    ]
    return mark_safe(f'<ol class="form-list" role="list">{"".join(lines)}</ol>')  # noqa: S308 - escaped above


@register.simple_tag
def place(table: TableView, line: RowView) -> SafeString:
    """Place, movement since a week ago, and whether it leads up or down; before the first game nobody has one."""
    return mark_safe(f"{_place(table, line)}{_movement(line)}{_zone(line)}")  # noqa: S308 - our own words and numbers


def _place(table: TableView, line: RowView) -> str:
    if not table.standings.games:
        return "–"
    if line.row.place:
        return f"{line.row.place}."
    if line.row.withdrawn:
        return f'<span class="muted">{escape(_("withdrawn"))}</span>'
    return f'<span class="muted"><abbr title="{escape(_("Too few games for a place"))}">–</abbr></span>'


def _movement(line: RowView) -> str:
    moved = line.row.movement
    if not moved:
        return ""
    way, said = ("up", _("since last week up by")) if moved > 0 else ("down", _("since last week down by"))
    return (
        f' <span class="moved moved-{way}">{icon(f"chevron-{way}")}'
        f'<span class="visually-hidden">{escape(said)} </span>{abs(moved)}</span>'
    )


def _zone(line: RowView) -> str:
    if not line.zone:
        return ""
    said = _("promotion") if line.zone == "up" else _("relegation")
    return f' <span class="visually-hidden">({escape(said)})</span>'


def _classes(game: GameLine) -> str:
    won = " form-won" if game.place == 1 and not game.forfeited else ""
    idle = " form-idle" if game.verdict != "counts" else ""
    return f"form-game{won}{idle}"


def _result(game: GameLine) -> str:
    if game.walkover:
        return "–" if game.forfeited else "+"
    return str(game.place)
