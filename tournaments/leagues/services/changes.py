"""One change of a season at a time.

Saying that a season's games are others than before.

Lines of a season's audit.
"""

from datetime import date
from typing import Any

from caledonia_site.common.jobs.marks import mark_dirty
from games.ratings.scopes import PoolKey
from games.ratings.services.topic import RatingsTopic
from tournaments.leagues.enums import SeasonEventKind
from tournaments.leagues.models import Season, SeasonEvent
from tournaments.leagues.services.errors import SeasonClosedError
from tournaments.shared.topics import STANDINGS


def lock_season(season: Season) -> Season:
    """The season as it is now, ours until the transaction ends; the league and club of the caller stay, with the
    role they know.
    """
    locked = Season.objects.select_for_update(no_key=True).get(pk=season.pk)
    locked.league = season.league
    return locked


def lock_living_season(season: Season) -> Season:
    """As `lock_season`, of a season that is not frozen."""
    locked = lock_season(season)
    if locked.is_closed:
        raise SeasonClosedError
    return locked


def mark_games_changed(season: Season, *, since: date | None = None) -> None:
    """In the caller's transaction: standings follow, and the ratings of those who play in the season."""
    mark_dirty(topic=STANDINGS, key=season.public_id, since=since)
    pool = PoolKey(season.league.system, f"season:{season.public_id}")
    mark_dirty(topic=RatingsTopic.name, key=str(pool), since=since)


def note(season: Season, kind: SeasonEventKind, *, actor: Any = None, **about: Any) -> SeasonEvent:
    """`about`: player, game, detail. Without an actor it was the site itself."""
    account = actor if actor is not None and actor.is_authenticated else None
    return SeasonEvent.objects.create(season=season, kind=kind, account=account, **about)
