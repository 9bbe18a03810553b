"""The standings of a season as a page shows them, the race of everybody's points after each day of play, and what may
still happen to a player.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, NamedTuple

from caledonia_site.common.formatting import address_at
from games.players.actors import Viewer
from games.players.models import Player
from games.players.selectors.players import ListedPlayer, shown_players
from tournaments.leagues.configuration import Configuration
from tournaments.leagues.models import (
    Fixture,
    Group,
    Participant,
    Season,
    SeasonStandings,
    SeasonStandingsRow,
)
from tournaments.leagues.selectors.results import season_results, season_strengths
from tournaments.shared.presentation import column_heads, shown_tie_breakers, tie_break_cells
from tournaments.shared.wording import describe_reason, shown_value, signed_points, value_writer
from tournaments.standings.outlook import Fixture as OpenGame
from tournaments.standings.outlook import Outlook, outlook

SAMPLES = 400


@dataclass(frozen=True, slots=True)
class Goal:
    """Places to end in: `key` is up, stay or first."""

    key: str
    first: int
    last: int


@dataclass(frozen=True, slots=True)
class GoalOutlook:
    goal: Goal
    outlook: Outlook


@dataclass(frozen=True, slots=True)
class PlayerOutlook:
    goals: Sequence[GoalOutlook]
    games_left: int
    from_ratings: bool


def player_outlook(season: Season, player: Player) -> PlayerOutlook | None:
    """Chances from the club's ratings, or equal ones; None for who is in no group or has withdrawn."""
    participant = (
        season.participants.active()
        .filter(player=player, group__isnull=False)
        .select_related("group__division")
        .first()
    )
    if participant is None or participant.group is None:
        return None
    results = season_results(season)
    waiting = (
        Fixture.objects.open().filter(group=participant.group).prefetch_related("seats__participant__player")
    )
    games = [
        OpenGame(fixture.public_id, tuple(seat.participant.player.public_id for seat in fixture.seats.all()))
        for fixture in waiting.order_by("round", "table")
    ]
    strengths = season_strengths(season)
    entrants = results.entrants.get(participant.group_id, ())
    active = [key for key in entrants if key not in results.withdrawn]
    goals = [
        GoalOutlook(
            goal,
            outlook(
                player=player.public_id,
                results=results.by_group.get(participant.group_id, ()),
                fixtures=games,
                entrants=entrants,
                rules=replace(season.configuration.rules, lot_seed=str(season.lot_seed)),
                first=goal.first,
                last=goal.last,
                weights=strengths.weights(),
                withdrawn=results.withdrawn,
                adjustments=[adjustment.given for adjustment in results.adjustments],
                samples=SAMPLES,
                seed=season.public_id,
            ),
        )
        for goal in _goals(season, participant, len(active))
    ]
    mine = sum(player.public_id in game.players for game in games)
    return PlayerOutlook(goals, mine, strengths.are_known)


def _goals(season: Season, participant: Participant, players: int) -> list[Goal]:
    """To win the top group, to go up from another, and not to go down."""
    configuration = season.configuration
    level = participant.group.division.level if participant.group else 1
    lowest = season.divisions.count()
    goals = []
    if level == 1:
        goals.append(Goal("first", 1, 1))
    elif configuration.promoted:
        goals.append(Goal("up", 1, min(configuration.promoted, players)))
    if level < lowest and 0 < configuration.relegated < players:
        goals.append(Goal("stay", 1, players - configuration.relegated))
    return goals


# More lines than this nobody can tell apart.
RUNNERS = 8


@dataclass(frozen=True, slots=True)
class Runner:
    name: str
    points: Sequence[float]
    is_viewer: bool


@dataclass(frozen=True, slots=True)
class RaceTable:
    group: Group | None
    dates: Sequence[date]
    runners: Sequence[Runner]


def race_tables(season: Season, viewer: Viewer) -> list[RaceTable]:
    """Those in front, and the viewer wherever they stand."""
    tables = list(
        SeasonStandings.objects.filter(season=season)
        .select_related("group__division")
        .defer("records")
        .order_by("group__division__level", "group__number", "pk")
    )
    own = getattr(viewer, "player_or_none", None)
    rows = SeasonStandingsRow.objects.filter(
        standings__in=[table.pk for table in tables], games__gt=0
    ).order_by("order")
    order: dict[int, list[int]] = {}
    for table, player in rows.values_list("standings_id", "player_id"):
        order.setdefault(table, []).append(player)
    running = {pk: _running(runners, own.pk if own else None) for pk, runners in order.items()}
    keys = {player for runners in running.values() for player in runners}
    players = Player.with_merged.shown_to(viewer, named=season.shows_names).in_bulk(keys)
    return [
        RaceTable(
            group=table.group,
            dates=[date.fromisoformat(day) for day in table.race.get("dates", [])],
            runners=[
                Runner(
                    players[pk].shown.name, table.race["points"][str(pk)], own is not None and pk == own.pk
                )
                for pk in running.get(table.pk, [])
                if str(pk) in table.race.get("points", {})
            ],
        )
        for table in tables
    ]


def _running(ordered: list[int], own: int | None) -> list[int]:
    front = ordered[:RUNNERS]
    return [*front[: RUNNERS - 1], own] if own in ordered and own not in front and own else front


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
    row: SeasonStandingsRow
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
        return [game_line(game, write) for game in self.row.detail.get("form", [])]


@dataclass(frozen=True, slots=True)
class TableView:
    """`columns`: short and full name of each tie-breaker, but for the lot, which nobody compares.

    `games_needed` for a place, when somebody has not played so many yet.
    """

    standings: SeasonStandings
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


def tables_of(season: Season, viewer: Viewer) -> list[TableView]:
    """Every table of the season, from the top; a constant number of queries."""
    tables = list(
        SeasonStandings.objects.filter(season=season)
        .select_related("group__division")
        .defer("race", "records")
        .order_by("group__division__level", "group__number", "pk")
    )
    rows: dict[int, list[SeasonStandingsRow]] = {}
    stored = SeasonStandingsRow.objects.filter(standings__in=[table.pk for table in tables]).defer("results")
    listed = list(stored.order_by("order"))
    players = shown_players({row.player_id for row in listed}, viewer=viewer, named=season.shows_names)
    for row in listed:
        rows.setdefault(row.standings_id, []).append(row)
    levels = [table.group.division.level for table in tables if table.group]
    lowest = max(levels, default=0)
    return [_table(season, table, rows.get(table.pk, []), players, viewer, lowest) for table in tables]


def _table(
    season: Season,
    table: SeasonStandings,
    rows: Sequence[SeasonStandingsRow],
    players: Mapping[int, ListedPlayer],
    viewer: Viewer,
    lowest: int,
) -> TableView:
    configuration = season.configuration
    keys = shown_tie_breakers(configuration.rules, rows)
    ranked = sum(row.place is not None for row in rows)
    season_key = season.address_key
    write = value_writer()
    zones = _zones(configuration, table, ranked, lowest)
    views = []
    ahead: tuple[SeasonStandingsRow, str] | None = None
    for row in rows:
        shown, account = players[row.player_id].shown, players[row.player_id].account_id
        views.append(
            RowView(
                row=row,
                name=shown.name,
                address=shown.address,
                player_key=shown.public_id,
                page=address_at("leagues:player", season_key, shown.public_id) if shown.public_id else "",
                points=write("points", row.points),
                values=tie_break_cells(row, keys, write),
                adjustments=adjustment_lines(row),
                why=_why(row, shown.name, ahead),
                zone=zones.get(row.place, "") if row.place else "",
                is_viewer=bool(viewer.is_authenticated and account == viewer.pk),
            )
        )
        ahead = row, shown.name
    least = configuration.rules.minimum_games
    lacking = any(not row.withdrawn and row.games < least for row in rows)
    return TableView(table, table.group, column_heads(keys), views, least if lacking else 0)


def _why(row: SeasonStandingsRow, name: str, ahead: tuple[SeasonStandingsRow, str] | None) -> str:
    """Why behind the row before; the order of people who have not played yet has no reason worth telling."""
    reason = row.detail.get("why")
    if reason is None or ahead is None:
        return ""
    row_ahead, name_ahead = ahead
    if not row.games and not row_ahead.games and str(reason["code"]).startswith("tie."):
        return ""
    return describe_reason(reason, ahead=name_ahead, behind=name)


def _zones(configuration: Configuration, table: SeasonStandings, ranked: int, lowest: int) -> dict[int, str]:
    """The places that lead up or down; the top has nothing above it, the bottom nothing below, and before the
    first game nobody has a place."""
    if table.group is None or not table.games:
        return {}
    level = table.group.division.level
    down = range(max(ranked - configuration.relegated, 0) + 1, ranked + 1) if level < lowest else ()
    up = range(1, configuration.promoted + 1) if level > 1 else ()
    return dict.fromkeys(down, "down") | dict.fromkeys(up, "up")


def adjustment_lines(row: SeasonStandingsRow) -> list[AdjustmentLine]:
    """As they were when the standings were computed: a closed season keeps its reasons."""
    return [
        AdjustmentLine(
            signed_points(adjustment["points"]), date.fromisoformat(adjustment["on"]), adjustment["reason"]
        )
        for adjustment in row.detail.get("adjustments", [])
    ]


def game_line(stored: dict[str, Any], write: Callable[[str, str], str] = shown_value) -> GameLine:
    return GameLine(
        game=stored["game"],
        on=date.fromisoformat(stored["on"]),
        place=stored["place"],
        seats=stored["seats"],
        vp=stored["vp"],
        points=write("points", stored["points"]),
        verdict=stored["verdict"],
        forfeited=stored["forfeited"],
        walkover=stored["kind"] != "played",
    )
