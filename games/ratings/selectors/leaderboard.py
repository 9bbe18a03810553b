"""A pool's players, the strongest first, as a viewer may see them; a few of them for pages of players and clubs."""

from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

from django.db.models import Count, Exists, Q
from django.utils import timezone

from caledonia_site.common.pagination import KeysetPage, keyset_page
from games.clubs.models import Club
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.players.selectors.players import ListedPlayer, shown_players
from games.players.viewers import Viewer
from games.ratings.models import PlayerRating, Pool
from games.ratings.models.pool import FEWEST_GAMES, PlayerRatingQuerySet
from games.ratings.scopes import OneClub, scope_text
from games.ratings.selectors.pools import listed_pools
from games.results.selectors.games import players_named

ROWS_ON_A_PAGE = 50
ORDER = ("-floor", "player_id")
DAYS_IN_A_MONTH = 365.25 / 12
TOP = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderboardFilter:
    """`months`: played in the last so many. `name` is a part of a name the viewer may know."""

    least_games: int = FEWEST_GAMES
    months: int | None = None
    name: str = ""


@dataclass(frozen=True, slots=True)
class LeaderRow:
    """Level ones share a place. A nameless row says nothing by which it could be matched with games: no trend, no
    date, no tenths.
    """

    place: int
    player_rating: PlayerRating
    shown: ShownPlayer
    is_own: bool = False

    @property
    def is_nameless(self) -> bool:
        return self.shown.public_id is None

    @property
    def rating(self) -> float:
        return self._rounded(self.player_rating.rating)

    @property
    def deviation(self) -> float:
        return self._rounded(self.player_rating.deviation)

    @property
    def floor(self) -> float:
        return self._rounded(self.player_rating.floor)

    @property
    def last_played_on(self) -> date | None:
        return None if self.is_nameless else self.player_rating.last_played_on

    def _rounded(self, points: float) -> float:
        return round(points) if self.is_nameless else points


@dataclass(frozen=True, slots=True)
class OwnRating:
    """The viewer's own, wherever it stands; `row` is None where the filters leave it out."""

    player_rating: PlayerRating
    row: LeaderRow | None
    is_on_page: bool


@dataclass(frozen=True, slots=True)
class Leaderboard:
    rows: Sequence[LeaderRow]
    page: KeysetPage[PlayerRating]
    own: OwnRating | None


def leaderboard(
    *, pool: Pool, viewer: Viewer, filters: LeaderboardFilter, cursor: str = "", size: int = ROWS_ON_A_PAGE
) -> Leaderboard:
    """One walk down the index of the pool; the names, the place of a later page's first row and one's own row are
    extra.

    Raises BadCursorError for a cursor this list did not make.
    """
    listed = _listed(pool, filters)
    matching = listed.filter(player__in=players_named(filters.name, viewer)) if filters.name else listed
    page = keyset_page(matching, order=ORDER, cursor=cursor, size=size)
    names = _names(page.rows, viewer)
    own_id = _own_player_id(viewer)
    if filters.name:
        places = scattered_places(page.rows, listed)
    elif cursor:
        places = places_of(page.rows, listed)
    else:
        places = following_places(page.rows, first=1, position=1)
    rows = [
        LeaderRow(
            place,
            player_rating,
            names[player_rating.player_id].shown,
            is_own=player_rating.player_id == own_id,
        )
        for place, player_rating in zip(places, page.rows, strict=True)
    ]
    return Leaderboard(rows, page, _own_rating(rows, pool, listed, own_id, viewer) if own_id else None)


def leaders(*, pools: Iterable[Pool], viewer: Viewer, most: int) -> list[list[LeaderRow]]:
    """The first few of each pool."""
    tops = [list(_listed(pool, LeaderboardFilter()).best_first()[:most]) for pool in pools]
    names = _names([row for rows in tops for row in rows], viewer)
    return [_first_rows(rows, names) for rows in tops]


def _first_rows(rows: Sequence[PlayerRating], names: Mapping[int, ListedPlayer]) -> list[LeaderRow]:
    places = following_places(rows, first=1, position=1)
    return [
        LeaderRow(place, row, names[row.player_id].shown) for place, row in zip(places, rows, strict=True)
    ]


def _names(player_ratings: Iterable[PlayerRating], viewer: Viewer) -> dict[int, ListedPlayer]:
    return shown_players({player_rating.player_id for player_rating in player_ratings}, viewer=viewer)


def places_of(rows: Sequence[PlayerRating], listed: PlayerRatingQuerySet) -> list[int]:
    """The places of rows that follow one another somewhere in the list."""
    if not rows:
        return []
    first = rows[0]
    above = listed.filter(floor__gte=first.floor).aggregate(
        higher=Count("player_id", filter=Q(floor__gt=first.floor)),
        before=Count("player_id", filter=Q(floor__gt=first.floor) | Q(player_id__lt=first.player_id)),
    )
    return following_places(rows, first=above["higher"] + 1, position=above["before"] + 1)


def scattered_places(rows: Sequence[PlayerRating], listed: PlayerRatingQuerySet) -> list[int]:
    """The places of rows from anywhere in the list: one walk over what stands above the last of them.

    A count for each row would walk as often; fifty thousand numbers are read in the time of a few such counts.
    """
    if not rows:
        return []
    above = listed.filter(floor__gt=rows[-1].floor).order_by("floor").values_list("floor", flat=True)
    floors = list(above)
    return [len(floors) - bisect_right(floors, row.floor) + 1 for row in rows]


def following_places(rows: Sequence[PlayerRating], *, first: int, position: int) -> list[int]:
    """`first` is the place of the first row, `position` where it stands in the list (later, if it is level)."""
    places: list[int] = []
    for index, row in enumerate(rows):
        level = index > 0 and row.floor == rows[index - 1].floor
        places.append(first if index == 0 else places[-1] if level else position + index)
    return places


def _listed(pool: Pool, filters: LeaderboardFilter) -> PlayerRatingQuerySet:
    listed = PlayerRating.objects.filter(pool=pool)
    if filters.least_games > 1:
        listed = listed.filter(games__gte=filters.least_games)
    if filters.months:
        since = timezone.localdate() - timedelta(days=round(filters.months * DAYS_IN_A_MONTH))
        listed = listed.filter(last_played_on__gte=since)
    return listed


def _own_player_id(viewer: Viewer) -> int | None:
    player = getattr(viewer, "player_or_none", None) if viewer.is_authenticated else None
    return player.pk if player else None


def _own_rating(
    rows: Sequence[LeaderRow], pool: Pool, listed: PlayerRatingQuerySet, own_id: int, viewer: Viewer
) -> OwnRating | None:
    if on_page := next((row for row in rows if row.is_own), None):
        return OwnRating(on_page.player_rating, on_page, is_on_page=True)
    mine = PlayerRating.objects.filter(pool=pool, player=own_id).annotate(
        is_listed=Exists(listed.filter(player=own_id))
    )
    player_rating: Any = mine.first()
    if player_rating is None or not player_rating.is_listed:
        return OwnRating(player_rating, None, is_on_page=False) if player_rating else None
    place = listed.filter(floor__gt=player_rating.floor).count() + 1
    row = LeaderRow(place, player_rating, _names([player_rating], viewer)[own_id].shown, is_own=True)
    return OwnRating(player_rating, row, is_on_page=False)


@dataclass(frozen=True, slots=True)
class ClubTop:
    pool: Pool
    rows: list[LeaderRow]


@dataclass(frozen=True, slots=True)
class PlayerPool:
    """`label` names the scope."""

    player_rating: PlayerRating
    pool: Pool
    label: str


def club_tops(*, club: Club, viewer: Viewer) -> list[ClubTop]:
    """The strongest of a club whose page the viewer may open, for each game system somebody is listed in."""
    scope = scope_text(OneClub(), club.public_id)
    pools = list(
        Pool.objects.filter(scope=scope, games__gt=0).only("system", "scope").order_by("-games", "system")
    )
    tops = leaders(pools=pools, viewer=viewer, most=TOP)
    return [ClubTop(pool, rows) for pool, rows in zip(pools, tops, strict=True) if rows]


def player_pools(*, player: Player, viewer: Viewer) -> list[PlayerPool]:
    """Where the player is rated: among everyone, and in the viewer's own circles.

    Others are left out even if they are public: which clubs somebody plays in is told by the list of clubs alone.
    """
    listed = listed_pools(viewer=viewer)
    rows = PlayerRating.objects.filter(player=player, pool__in=[listed_pool.pool for listed_pool in listed])
    player_ratings = {row.pool_id: row for row in rows}
    return [
        PlayerPool(player_ratings[listed_pool.pool.pk], listed_pool.pool, listed_pool.label)
        for listed_pool in listed
        if listed_pool.pool.pk in player_ratings
    ]
