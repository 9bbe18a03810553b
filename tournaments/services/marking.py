"""Saying that a season's games are others than before."""

from datetime import date

from caledonia_site.common.jobs.marking import mark_dirty
from games.ratings.scopes import PoolKey
from games.ratings.services.ratings_topic import RatingsTopic
from tournaments.models import Season
from tournaments.topics import STANDINGS


def mark_games_changed(season: Season, *, since: date | None = None) -> None:
    """In the caller's transaction: standings follow, and the ratings of those who play in the season."""
    mark_dirty(topic=STANDINGS, key=season.public_id, since=since)
    pool = PoolKey(season.league.system, f"season:{season.public_id}")
    mark_dirty(topic=RatingsTopic.name, key=str(pool), since=since)
