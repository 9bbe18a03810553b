"""One change of a season at a time."""

from tournaments.models import Season
from tournaments.services.errors import SeasonClosedError


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
