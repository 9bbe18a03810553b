"""The standings of a season as a page shows them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from caledonia_site.common.addresses import address_at
from games.players.selectors.shown_players import ListedPlayer, shown_players
from tournaments.configuration import Configuration
from tournaments.models import Group, Season, Standings, StandingsRow
from tournaments.wording.reasons import shown_value, signed_points, told_reason, value_writer
from tournaments.wording.terms import SHORT_TIE_BREAKERS, TIE_BREAKERS


class GameLine(NamedTuple):
    """One game of a player; a walkover was decided without playing."""

    game: str
    on: date
    place: int
    seats: int
    vp: int | None
    points: str
    verdict: str
    forfeited: bool
    walkover: bool

    @property
    def address(self) -> str:
        """Empty where nothing was played. Worked out when asked for: most lines are shown without it."""
        return "" if self.walkover else address_at("games:detail", self.game)


@dataclass(frozen=True, slots=True)
class AdjustmentLine:
    """A bonus ("+2") or a penalty ("−2") beside the points of the games."""

    points: str
    on: date
    reason: str


@dataclass(frozen=True, slots=True)
class RowView:
    row: StandingsRow
    name: str
    address: str | None
    player_key: str | None
    page: str
    """Where the row's games stand one by one; empty for whoever has no name here."""
    points: str
    values: Sequence[str]
    adjustments: Sequence[AdjustmentLine]
    why: str
    zone: str
    is_viewer: bool

    @property
    def form(self) -> list[GameLine]:
        """The latest games, the newest last. Worked out when asked for: programs and frames show none."""
        write = value_writer()
        return [game_line(one, write) for one in self.row.detail.get("form", [])]


@dataclass(frozen=True, slots=True)
class TableView:
    """`columns`: short and full name of each tie-breaker, but for the lot, which nobody compares.

    `games_needed` for a place, when somebody has not played so many yet.
    """

    standings: Standings
    group: Group | None
    columns: Sequence[tuple[str, str]]
    rows: Sequence[RowView]
    games_needed: int = 0

    @property
    def zones(self) -> set[str]:
        """Of which the page explains the colours."""
        return {row.zone for row in self.rows if row.zone}

    @property
    def adjusted(self) -> list[RowView]:
        """Whose points are not from games alone: the page says why."""
        return [row for row in self.rows if row.adjustments]


def tables_of(season: Season, viewer: Any) -> list[TableView]:
    """Every table of the season, from the top; a constant number of queries."""
    tables = list(
        Standings.objects.filter(season=season)
        .select_related("group__division")
        .defer("race", "records")
        .order_by("group__division__level", "group__number", "pk")
    )
    rows: dict[int, list[StandingsRow]] = {}
    found = StandingsRow.objects.filter(standings__in=[one.pk for one in tables]).defer("results")
    listed = list(found.order_by("order"))
    players = shown_players({row.player_id for row in listed}, viewer=viewer, named=season.shows_names)
    for row in listed:
        rows.setdefault(row.standings_id, []).append(row)
    levels = [one.group.division.level for one in tables if one.group]
    lowest = max(levels, default=0)
    return [_table(season, one, rows.get(one.pk, []), players, viewer, lowest) for one in tables]


def _table(
    season: Season,
    table: Standings,
    rows: Sequence[StandingsRow],
    players: Mapping[int, ListedPlayer],
    viewer: Any,
    lowest: int,
) -> TableView:
    wanted = season.configuration
    # What no row has (nobody was level, say) needs no column.
    known = {key for row in rows for key in row.detail.get("values", {})}
    chain = [key for key in wanted.rules.chain if key != "lot" and key in known]
    ranked = sum(row.place is not None for row in rows)
    season_key = season.address_key
    write = value_writer()
    zones = _zones(wanted, table, ranked, lowest)
    views = []
    ahead: tuple[StandingsRow, str] | None = None
    for row in rows:
        shown, account = players[row.player_id].shown, players[row.player_id].account_id
        values = row.detail.get("values", {})
        views.append(
            RowView(
                row=row,
                name=shown.name,
                address=shown.address,
                player_key=shown.public_id,
                page=address_at("leagues:player", season_key, shown.public_id) if shown.public_id else "",
                points=write("points", row.points),
                values=["" if values.get(key) is None else write(key, values[key]) for key in chain],
                adjustments=adjustment_lines(row),
                why=_why(row, shown.name, ahead),
                zone=zones.get(row.place, "") if row.place else "",
                is_viewer=bool(viewer.is_authenticated and account == viewer.pk),
            )
        )
        ahead = row, shown.name
    columns = [(str(SHORT_TIE_BREAKERS[key]), str(TIE_BREAKERS[key])) for key in chain]
    least = wanted.rules.minimum_games
    lacking = any(not row.withdrawn and row.games < least for row in rows)
    return TableView(table, table.group, columns, views, least if lacking else 0)


def _why(row: StandingsRow, name: str, ahead: tuple[StandingsRow, str] | None) -> str:
    """Why behind the row before; the order of people who have not played yet has no reason worth telling."""
    reason = row.detail.get("why")
    if reason is None or ahead is None:
        return ""
    row_ahead, name_ahead = ahead
    if not row.games and not row_ahead.games and str(reason["code"]).startswith("tie."):
        return ""
    return told_reason(reason, ahead=name_ahead, behind=name)


def _zones(wanted: Configuration, table: Standings, ranked: int, lowest: int) -> dict[int, str]:
    """The places that lead up or down; the top has nothing above it, the bottom nothing below, and before the
    first game nobody has a place."""
    if table.group is None or not table.games:
        return {}
    level = table.group.division.level
    down = range(max(ranked - wanted.relegated, 0) + 1, ranked + 1) if level < lowest else ()
    up = range(1, wanted.promoted + 1) if level > 1 else ()
    return dict.fromkeys(down, "down") | dict.fromkeys(up, "up")


def adjustment_lines(row: StandingsRow) -> list[AdjustmentLine]:
    """As they were when the standings were computed: a closed season keeps its reasons."""
    return [
        AdjustmentLine(signed_points(one["points"]), date.fromisoformat(one["on"]), one["reason"])
        for one in row.detail.get("adjustments", [])
    ]


def game_line(one: dict[str, Any], write: Callable[[str, str], str] = shown_value) -> GameLine:
    return GameLine(
        game=one["game"],
        on=date.fromisoformat(one["on"]),
        place=one["place"],
        seats=one["seats"],
        vp=one["vp"],
        points=write("points", one["points"]),
        verdict=one["verdict"],
        forfeited=one["forfeited"],
        walkover=one["kind"] != "played",
    )
