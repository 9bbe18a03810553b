"""What ratings add to the pages of a game, a player and a club."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString

from games.clubs.models import Club
from games.models import Game
from games.players.models import Player
from games.ratings.selectors.pages_game import told_games
from games.ratings.selectors.pages_sections import ClubTop, PlayerPool, club_tops, player_pools
from games.ratings.web.board_rows import BoardRow, board_rows, trend_of
from games.ratings.web.choosing import pool_query, system_label
from games.ratings.web.game_changes import pool_table
from games.ratings.web.numbers import plus_minus
from games.selectors.game_detail import own_seat
from games.web.life.columns import columns_of
from games.web.sections import Section, SectionedPage, register_section

STYLESHEET = "ratings/ratings.css"
FIRST = 10


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
    told = told_games(game=game, viewer=request.user)
    if not told:
        return None
    columns = columns_of(game, own=own_seat(game, request.user))
    by_player = {
        seat.player_id: column
        for seat, column in zip(game.seats.all(), columns, strict=True)
        if seat.player_id
    }
    tables = [pool_table(one, by_player) for one in told]
    return Section("ratings/sections/game.html", tables, STYLESHEET)


def ratings_of_player(request: HttpRequest, player: Player) -> Section | None:
    rows = [_player_row(player, one) for one in player_pools(player=player, viewer=request.user)]
    return Section("ratings/sections/player.html", rows, STYLESHEET) if rows else None


def ratings_of_club(request: HttpRequest, club: Club) -> Section | None:
    tables = [_club_table(top) for top in club_tops(club=club, viewer=request.user)]
    return Section("ratings/sections/club.html", tables, STYLESHEET) if tables else None


def _player_row(player: Player, one: PlayerPool) -> PlayerRow:
    address = reverse("ratings:player", args=[player.address_key])
    return PlayerRow(
        system=system_label(one.pool.system),
        label=one.label,
        rating=plus_minus(one.standing.rating, one.standing.deviation),
        games=one.standing.games,
        is_provisional=one.standing.is_provisional,
        trend=trend_of(one.standing.recent),
        address=f"{address}?{pool_query(one.pool.system, one.pool.scope)}",
    )


def _club_table(top: ClubTop) -> ClubTable:
    query = pool_query(top.pool.system, top.pool.scope)
    return ClubTable(system_label(top.pool.system), query, board_rows(top.rows, query=query))
