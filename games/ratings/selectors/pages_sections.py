"""Ratings for the pages of players and clubs."""

from dataclasses import dataclass
from typing import Any

from games.clubs.models import Club
from games.players.models import Player
from games.ratings.models import Pool, Standing
from games.ratings.scopes import OneClub, scope_text
from games.ratings.selectors.pages_leaderboard import LeaderRow, leaders
from games.ratings.selectors.pools import listed_pools

TOP = 5


@dataclass(frozen=True, slots=True)
class ClubTop:
    pool: Pool
    rows: list[LeaderRow]


@dataclass(frozen=True, slots=True)
class PlayerPool:
    """`label` names the scope."""

    standing: Standing
    pool: Pool
    label: str


def club_tops(*, club: Club, viewer: Any) -> list[ClubTop]:
    """The strongest of a club whose page the viewer may open, for each game system somebody is listed in."""
    scope = scope_text(OneClub(), club.public_id)
    pools = list(
        Pool.objects.filter(scope=scope, games__gt=0).only("system", "scope").order_by("-games", "system")
    )
    found = leaders(pools=pools, viewer=viewer, most=TOP)
    return [ClubTop(pool, rows) for pool, rows in zip(pools, found, strict=True) if rows]


def player_pools(*, player: Player, viewer: Any) -> list[PlayerPool]:
    """Where the player is rated: among everyone, and in the viewer's own circles.

    Others are left out even if they are public: which clubs somebody plays in is told by the list of clubs alone.
    """
    listed = listed_pools(viewer=viewer)
    found = Standing.objects.filter(player=player, pool__in=[one.pool for one in listed])
    standings = {standing.pool_id: standing for standing in found}
    return [
        PlayerPool(standings[one.pool.pk], one.pool, one.label) for one in listed if one.pool.pk in standings
    ]
