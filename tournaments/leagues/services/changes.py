"""What every change of a season has in common: it is locked first, and whoever computes from its games is told."""

from datetime import date

from caledonia_site.common.jobs.marks import mark_dirty
from games.ratings.scopes import PoolKey
from games.ratings.services.topic import RatingsTopic
from tournaments.leagues.models import Season
from tournaments.leagues.services.errors import SeasonClosedError
from tournaments.shared.locks import LockErrors, lock_competition
from tournaments.shared.topics import STANDINGS

ERRORS = LockErrors(gone=Season.DoesNotExist, over=SeasonClosedError)


def lock_season(season: Season, *, open_only: bool = True) -> Season:
    """Raises SeasonClosedError unless a closed one will do."""
    return lock_competition(season, errors=ERRORS, open_only=open_only)


def mark_games_changed(season: Season, *, since: date | None = None) -> None:
    """In the caller's transaction: standings follow, and the ratings of those who play in the season."""
    mark_dirty(topic=STANDINGS, key=season.public_id, since=since)
    pool = PoolKey(season.league.system, f"season:{season.public_id}")
    mark_dirty(topic=RatingsTopic.name, key=str(pool), since=since)
