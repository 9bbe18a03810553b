"""One game with everything its page shows, and lists of games: who finds which, filtered and sorted, fast however many
there are.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, prefetch_related_objects

from caledonia_site.common.pagination import KeysetPage, keyset_page
from caledonia_site.common.permissions import may
from games.clubs.enums import ClubVisibility
from games.clubs.models import Club, Membership
from games.players.models import PageVisibility, Player
from games.players.models.player import ShownPlayer
from games.players.selectors.players import shown_players
from games.players.viewers import Viewer, is_stranger
from games.results.enums import GameState
from games.results.models import Game, GameOption, Seat, SheetVersion, Verdict
from games.results.models.game import shown_at_table

GAMES_ON_A_PAGE = 25
IN_A_ROW = ("public_id", "system", "state", "played_on", "club__name")
# Up to so many rows a database looks up and sorts in no time; beyond that it is faster to walk the list in its
# order and to look at each game, because every few of them match.
FEW = 2_000
# A name that fits more players than this is no search but a list of people.
MOST_NAMESAKES = 500


class GameSort(StrEnum):
    NEWEST = "newest"
    OLDEST = "oldest"
    HIGHEST = "highest"
    CLOSEST = "closest"


@dataclass(frozen=True, slots=True, kw_only=True)
class GameFilter:
    """What to list. `name` is a part of a player's name; `option` a key and value such as ("train", "full")."""

    system: str = ""
    since: date | None = None
    until: date | None = None
    club: Club | None = None
    player: Player | None = None
    name: str = ""
    faction: str = ""
    seats: int | None = None
    option: tuple[str, str] | None = None
    state: str = ""
    sort: GameSort = GameSort.NEWEST


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatInRow:
    """What a row shows of a seat, without the model's own objects: a page has a hundred."""

    index: int
    is_bot: bool
    name: str
    faction: str
    total: int
    rank: int
    shown: ShownPlayer | None


ORDERS: dict[GameSort, tuple[str, ...]] = {
    GameSort.NEWEST: ("-played_on", "-id"),
    GameSort.OLDEST: ("played_on", "id"),
    GameSort.HIGHEST: ("-best_total", "-id"),
    GameSort.CLOSEST: ("margin", "-id"),
}


def game_for(*, public_id: str, viewer: Viewer) -> Game | None:
    """The game with its club, seats, shown players and verdicts; None if there is no such game for this viewer."""
    game = _game_with_seats(public_id=public_id, viewer=viewer)
    return game if game and may(viewer, "games.see_game", game) else None


def _game_with_seats(*, public_id: str, viewer: Viewer) -> Game | None:
    verdicts = Prefetch("verdicts", queryset=Verdict.objects.select_related("player"))
    seats = Seat.objects.order_by("index").shown_to(viewer)
    return (
        Game.objects.filter(public_id=public_id)
        .select_related("club__confirmation", "recorded_by__player", "photo")
        .prefetch_related(Prefetch("seats", queryset=seats), verdicts)
        .first()
    )


def game_at_table(*, public_id: str, viewer: Viewer) -> Game | None:
    """As `game_for`, for whoever proves by a link made for the table that they sat there: they may see the game, and
    read every name.
    """
    game = _game_with_seats(public_id=public_id, viewer=viewer)
    if game:
        fetch_claims(game)
        name_everyone(game)
    return game


def fetch_claims(game: Game) -> None:
    """Which phones answer for its seats; only a phone that ever took one has to know."""
    prefetch_related_objects(list(game.seats.all()), "claims")


def name_everyone(game: Game) -> None:
    """The reader sat at the table, though no account says so."""
    for seat in game.seats.all():
        seat.is_named_at_table = True


def name_guests(game: Game) -> None:
    """The reader was handed the names by the table. Guests have nobody to ask, so the table speaks for them unless
    an organiser hid them; who has an account chose for themselves.
    """
    for seat in game.seats.all():
        player = seat.player
        if player and player.is_guest and player.visibility != PageVisibility.HIDDEN:
            seat.is_named_at_table = True


def reads_every_name(game: Game) -> bool:
    """Whether the reader of a game fetched for them reads who sat in each seat: photo and notes may name anybody who
    sat there.
    """
    return all(seat.is_named for seat in game.seats.all())


def readable_notes(game: Game) -> str:
    """The notes, for the reader of a game fetched for them."""
    return game.notes if reads_every_name(game) else ""


def current_version(game: Game) -> SheetVersion | None:
    """The sheet the result follows from; None for a game that was imported without one."""
    if game.totals_only:
        return None
    return SheetVersion.objects.filter(game=game, number=game.version).first()


def own_seat(game: Game, viewer: Viewer) -> Seat | None:
    """Where the viewer sits in a game fetched by `game_for`."""
    if not viewer.is_authenticated:
        return None
    return next(
        (seat for seat in game.seats.all() if seat.player and seat.player.account_id == viewer.pk), None
    )


def games_page(
    *, viewer: Viewer, filters: GameFilter, cursor: str = "", size: int = GAMES_ON_A_PAGE
) -> KeysetPage[Game]:
    """One page of the games the viewer finds, with seats and names as they may see them.

    Raises BadCursorError for a cursor this list did not make.
    """
    games = with_seats(filtered_games(viewer=viewer, filters=filters), viewer)
    return keyset_page(games, order=ORDERS[filters.sort], cursor=cursor, size=size)


def page_of_rows(
    *,
    viewer: Viewer,
    filters: GameFilter,
    cursor: str = "",
    size: int = GAMES_ON_A_PAGE,
    also: Sequence[str] = (),
) -> KeysetPage[Game]:
    """The same games with no more of each than a row shows, and `also`; `seats_of` has the seats.

    Raises BadCursorError for a cursor this list did not make.
    """
    order = ORDERS[filters.sort]
    columns = {*IN_A_ROW, *also, *(name.lstrip("-") for name in order)}
    games = filtered_games(viewer=viewer, filters=filters).select_related("club").only(*columns)
    return keyset_page(games, order=order, cursor=cursor, size=size)


def filtered_games(*, viewer: Viewer, filters: GameFilter) -> QuerySet[Game]:
    """Whoever filters by a club has been let in by its page, so all its games are there."""
    games = Game.objects.filter(club=filters.club) if filters.club else Game.objects.filter(found_by(viewer))
    if filters.system:
        games = games.filter(system=filters.system)
    if filters.since:
        games = games.filter(played_on__gte=filters.since)
    if filters.until:
        games = games.filter(played_on__lte=filters.until)
    if filters.seats:
        games = games.filter(seat_count=filters.seats)
    # Void games are not deleted, but nobody looks for them unless they say so.
    games = games.filter(state=filters.state) if filters.state else games.exclude(state=GameState.VOID)
    if filters.sort is GameSort.CLOSEST:
        # A game of one has no margin.
        games = games.filter(margin__isnull=False)
    if filters.option:
        key, value = filters.option
        games = _having(games, GameOption.objects.filter(key=key, value=value))
    return _seated(games, viewer, filters)


def _seated(games: QuerySet[Game], viewer: Viewer, filters: GameFilter) -> QuerySet[Game]:
    """By who sat there and with what: a player and a clan together mean that player with that clan."""
    seats = Seat.objects.all()
    if filters.player:
        seats = seats.filter(player=filters.player)
    if filters.name:
        seats = seats.filter(player__in=players_named(filters.name, viewer))
    if filters.faction:
        seats = seats.filter(faction=filters.faction)
    return _having(games, seats) if filters.player or filters.name or filters.faction else games


def _having(games: QuerySet[Game], rows: QuerySet[Any]) -> QuerySet[Game]:
    """Games one of these rows belongs to: looked up by id when there are few, checked one by one when many."""
    rows = rows.order_by()
    # Asked for their number, PostgreSQL looks the rows up; asked for games, it reads through the seats of the oldest.
    if rows.values("pk")[: FEW + 1].count() <= FEW:
        return games.filter(pk__in=list(rows.values_list("game_id", flat=True)))
    return games.filter(Exists(rows.filter(game=OuterRef("pk"))))


def found_by(viewer: Viewer) -> Q:
    """Games that appear in the viewer's lists: those of public clubs, of their own clubs, those they sat in, and
    those they recorded outside clubs.

    Games outside any club and of unlisted clubs are for whoever has the link.

    Each game is asked for itself (EXISTS): with "club in (...)" SQLite gathers all games of those clubs and sorts
    them, instead of walking from the newest game on until the page is full.
    """
    public = Club.objects.filter(pk=OuterRef("club"), visibility=ClubVisibility.PUBLIC)
    condition = Q(Exists(public))
    if not is_stranger(viewer):
        condition |= Q(Exists(Membership.objects.held_by(viewer).filter(club=OuterRef("club"))))
    if viewer.is_authenticated:
        condition |= Q(Exists(Seat.objects.filter(game=OuterRef("pk"), player__account=viewer.pk)))
        condition |= Q(recorded_by=viewer.pk, club=None)
    return condition


def players_named(name: str, viewer: Viewer) -> Sequence[int]:
    """Only players whose name the viewer may know: a search must not find out who hides behind "a player"."""
    players = Player.objects.visible_to(viewer).named_like(name).order_by()
    return list(players.values_list("pk", flat=True)[:MOST_NAMESAKES])


def with_seats(games: QuerySet[Game], viewer: Viewer) -> QuerySet[Game]:
    """Three queries for any number of games: the games with their clubs, the seats, the players."""
    seats = Seat.objects.defer("lines").order_by("index").shown_to(viewer)
    return games.select_related("club").prefetch_related(Prefetch("seats", queryset=seats))


def seats_of(games: Iterable[Game], viewer: Viewer) -> Mapping[int, Sequence[SeatInRow]]:
    """By game, in two queries for any number of them, with names as the viewer may see them."""
    # The types do not know what `marking_tables_of` adds.
    at_table = ("is_named_at_table",)
    rows: list[Any] = [
        *Seat.objects.filter(game__in=[game.pk for game in games])
        .marking_tables_of(viewer)
        .order_by("rank", "index")
        .values_list("game", "index", "is_bot", "name", "faction", "total", "rank", "player", *at_table)
    ]
    known = {player for *_, player, _named in rows if player is not None}
    players = shown_players(known, viewer=viewer)
    seats: dict[int, list[SeatInRow]] = defaultdict(list)
    for game, index, is_bot, name, faction, total, rank, player, is_named in rows:
        seats[game].append(
            SeatInRow(
                index=index,
                is_bot=is_bot,
                name=name,
                faction=faction,
                total=total,
                rank=rank,
                shown=None if player is None else shown_at_table(players[player], is_named_at_table=is_named),
            )
        )
    return seats
