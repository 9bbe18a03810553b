"""Close a season, and open it again."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import require
from tournaments.enums import SeasonEventKind, SeasonState
from tournaments.models import Fixture, Season
from tournaments.services.errors import SeasonNotRunningError
from tournaments.services.locking import lock_living_season, lock_season
from tournaments.services.noting import note
from tournaments.services.refresh_standings import compute_tables, store_tables
from tournaments.topics import STANDINGS


@transaction.atomic
def close_season(*, actor: Any, season: Season) -> Season:
    """Freeze the standings as they are now. What was not played stays unplayed; later corrections of its games
    are noted in the audit and change nothing. Raises SeasonClosedError, SeasonNotRunningError.
    """
    season = lock_living_season(season)
    require(actor, "tournaments.close_season", season)
    if not season.is_running:
        raise SeasonNotRunningError
    # The jobs may lag behind; what is frozen must be exact.
    store_tables(season, compute_tables(season))
    season.state = SeasonState.CLOSED
    season.closed_at = timezone.now()
    season.closed_by = actor
    season.save(update_fields=["state", "closed_at", "closed_by"])
    unplayed = Fixture.objects.open().filter(season=season).count()
    note(season, SeasonEventKind.CLOSED, actor=actor, detail={"unplayed": unplayed})
    return season


@transaction.atomic
def reopen_season(*, actor: Any, season: Season) -> Season:
    """Only owners; the audit keeps that it happened. The standings follow the games again."""
    season = lock_season(season)
    require(actor, "tournaments.reopen_season", season)
    season.state = SeasonState.RUNNING
    season.closed_at, season.closed_by = None, None
    season.save(update_fields=["state", "closed_at", "closed_by"])
    note(season, SeasonEventKind.REOPENED, actor=actor)
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return season
