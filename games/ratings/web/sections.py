"""What ratings add to the pages of a game, a player and a club."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from games.clubs.models import Club
from games.players.models import Player
from games.ratings.selectors.games import GameReport, SeatReport, game_reports
from games.ratings.selectors.leaderboard import ClubTop, PlayerPool, club_tops, player_pools
from games.ratings.web.leaderboard import BoardRow, board_rows, trend_of
from games.ratings.web.pool import chance, change, plus_minus, pool_query, system_label
from games.results.models import Game
from games.results.selectors.games import own_seat
from games.results.web.seats import SeatColumn, columns_of
from games.results.web.sections import Section, SectionedPage, register_section

STYLESHEET = "ratings/ratings.css"
FIRST = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatChange:
    """`before` and `after` are empty for somebody whose name is hidden: a rating would tell that two sightings
    are the same person.
    """

    column: SeatColumn
    report: SeatReport
    before: str
    after: str
    change: str
    tone: str
    wins: str


@dataclass(frozen=True, slots=True)
class PoolTable:
    label: str
    query: str
    rows: list[SeatChange]
    order_chance: str


def pool_table(report: GameReport, columns: Mapping[int, SeatColumn]) -> PoolTable:
    """`columns` are the seats of the game by player."""
    rows = [_seat_change(seat, columns[seat.seat.player_id]) for seat in report.seats]
    return PoolTable(
        label=report.label,
        query=pool_query(report.pool.system, report.pool.scope),
        rows=sorted(rows, key=lambda row: (row.report.place, row.column.index)),
        order_chance=chance(report.order_chance),
    )


def _seat_change(report: SeatReport, column: SeatColumn) -> SeatChange:
    before, after = report.seat.before, report.seat.after
    moved = change(report.seat.change)
    is_named = column.address is not None or column.is_own
    return SeatChange(
        column=column,
        report=report,
        before=plus_minus(before.rating, before.deviation) if is_named else "",
        after=plus_minus(after.rating, after.deviation) if is_named else "",
        change=moved if is_named else "",
        tone={"+": "rating-up", "\N{MINUS SIGN}": "rating-down"}.get(moved[0], "") if is_named else "",
        wins=chance(report.wins),
    )


@dataclass(frozen=True, slots=True)
class PlayerRow:
    system: str
    label: str
    rating: str
    games: int
    is_provisional: bool
    trend: SafeString
    address: str


@dataclass(frozen=True, slots=True)
class ClubTable:
    system: str
    query: str
    rows: list[BoardRow]


def register() -> None:
    register_section(SectionedPage.GAME, "ratings", ratings_of_game, order=FIRST)
    register_section(SectionedPage.PLAYER, "ratings", ratings_of_player, order=FIRST)
    register_section(SectionedPage.CLUB, "ratings", ratings_of_club, order=FIRST)


def ratings_of_game(request: HttpRequest, game: Game) -> Section | None:
    reports = game_reports(game=game, viewer=request.user)
    if not reports:
        return None
    columns = columns_of(game, own=own_seat(game, request.user))
    by_player = {
        seat.player_id: column
        for seat, column in zip(game.seats.all(), columns, strict=True)
        if seat.player_id
    }
    tables = [pool_table(report, by_player) for report in reports]
    return Section("ratings/sections/game.html", tables, STYLESHEET)


def ratings_of_player(request: HttpRequest, player: Player) -> Section | None:
    rows = [_player_row(player, rated) for rated in player_pools(player=player, viewer=request.user)]
    return Section("ratings/sections/player.html", rows, STYLESHEET) if rows else None


def ratings_of_club(request: HttpRequest, club: Club) -> Section | None:
    tables = [_club_table(top) for top in club_tops(club=club, viewer=request.user)]
    return Section("ratings/sections/club.html", tables, STYLESHEET) if tables else None


def _player_row(player: Player, rated: PlayerPool) -> PlayerRow:
    address = reverse("ratings:player", args=[player.address_key])
    return PlayerRow(
        system=system_label(rated.pool.system),
        label=rated.label,
        rating=plus_minus(rated.player_rating.rating, rated.player_rating.deviation),
        games=rated.player_rating.games,
        is_provisional=rated.player_rating.is_provisional,
        trend=trend_of(rated.player_rating.recent),
        address=f"{address}?{pool_query(rated.pool.system, rated.pool.scope)}",
    )


def _club_table(top: ClubTop) -> ClubTable:
    query = pool_query(top.pool.system, top.pool.scope)
    return ClubTable(system_label(top.pool.system), query, board_rows(top.rows, query=query))
