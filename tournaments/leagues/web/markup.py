"""Rows of standings in strings: templates take ten times as long. Every text is escaped, the rest are numbers."""

from datetime import date

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from caledonia_site.common.formatting import escaped, format_date, writer
from caledonia_site.common.templatetags.interface import icon
from tournaments.leagues.selectors.standings import GameLine, RowView, TableView


def linked_rows(table: TableView) -> SafeString:
    """With links, explanations and the latest games."""
    return mark_safe("".join(map(_Rows(table).written, table.rows)))  # noqa: S308


def plain_rows(table: TableView) -> SafeString:
    """Without, for embedding."""
    return mark_safe("".join(map(_PlainRows(table).written, table.rows)))  # noqa: S308


class _PlainRows:
    def __init__(self, table: TableView) -> None:
        self.table = table
        self.write = writer()

    def written(self, line: RowView) -> str:
        classes = f"{'own-row ' if line.is_viewer else ''}{f'zone-{line.zone}' if line.zone else ''}"
        adjusted = "".join(
            f' <span class="adjusted muted small">{escaped(adjustment.points)}</span>'
            for adjustment in line.adjustments
        )
        return (
            f'<tr class="{classes}"><th scope="row">{self.name(line)}</th>'
            f'<td class="figure">{_place(self.table, line)}{_movement(line)}{_zone(line)}</td>'
            f'<td class="figure"><strong>{escaped(line.points)}</strong>{adjusted}</td>'
            f'<td class="figure">{self.write(line.row.games, 0)}</td>{self.more(line)}</tr>'
        )

    def name(self, line: RowView) -> str:
        return escaped(line.name) + self.you(line)

    def you(self, line: RowView) -> str:
        return f' <span class="badge tone-accent">{escaped(_("you"))}</span>' if line.is_viewer else ""

    def more(self, line: RowView) -> str:
        return ""


class _Rows(_PlainRows):
    def __init__(self, table: TableView) -> None:
        super().__init__(table)
        self.why = escaped(_("Why?"))
        self.place, self.points = escaped(_("Place")), escaped(_("Points"))
        self.days: dict[date, str] = {}

    def name(self, line: RowView) -> str:
        name = escaped(line.name)
        linked = f'<a href="{escaped(line.page)}">{name}</a>' if line.page else name
        why = (
            f'<details class="why"><summary>{self.why}<span class="visually-hidden"> {name}</span></summary>'
            f"<p>{escaped(line.why)}</p></details>"
        )
        return f"{linked}{self.you(line)}{why if line.why else ''}"

    def more(self, line: RowView) -> str:
        games = "".join(map(self.game, line.form))
        values = "".join(f'<td class="figure">{escaped(value)}</td>' for value in line.values)
        return f'<td><ol class="form-list" role="list">{games}</ol></td>{values}'

    def game(self, game: GameLine) -> str:
        """The place in one of the latest games, and what it brought."""
        day = self.days.get(game.on)
        if day is None:
            day = self.days[game.on] = escaped(format_date(game.on))
        return (
            f'<li class="{_classes(game)}" title="{day}">'
            f'<span class="visually-hidden">{self.place} </span>{_result(game)}'
            f'<span class="form-points"><span class="visually-hidden">, {self.points} </span>'
            f"{escaped(game.points)}</span></li>"
        )


def _place(table: TableView, line: RowView) -> str:
    """Before the first game nobody has one."""
    if not table.standings.games:
        return "–"
    if line.row.place:
        return f"{line.row.place}."
    if line.row.withdrawn:
        return f'<span class="muted">{escaped(_("withdrawn"))}</span>'
    return f'<span class="muted"><abbr title="{escaped(_("Too few games for a place"))}">–</abbr></span>'


def _movement(line: RowView) -> str:
    """Since a week ago."""
    moved = line.row.movement
    if not moved:
        return ""
    way, words = ("up", _("since last week up by")) if moved > 0 else ("down", _("since last week down by"))
    return (
        f' <span class="moved moved-{way}">{icon(f"chevron-{way}")}'
        f'<span class="visually-hidden">{escaped(words)} </span>{abs(moved)}</span>'
    )


def _zone(line: RowView) -> str:
    if not line.zone:
        return ""
    words = _("promotion") if line.zone == "up" else _("relegation")
    return f' <span class="visually-hidden">({escaped(words)})</span>'


def _classes(game: GameLine) -> str:
    won = " form-won" if game.place == 1 and not game.forfeited else ""
    idle = " form-idle" if game.verdict != "counts" else ""
    return f"form-game{won}{idle}"


def _result(game: GameLine) -> str:
    if game.walkover:
        return "–" if game.forfeited else "+"
    return str(game.place)
