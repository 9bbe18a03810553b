"""Let a season with groups begin: its schedule is made, and stays."""

from typing import Any

from django.db import transaction
from django.db.models import Prefetch

from caledonia_site.common.jobs.marking import mark_dirty
from caledonia_site.common.permissions import require
from tournaments.enums import SeasonEventKind, SeasonState
from tournaments.models import Entry, Group, Season
from tournaments.pairing.schedules import GROUP_SIZES
from tournaments.services.errors import GroupSizeError, NobodyPlacedError, SeasonNotPlannedError
from tournaments.services.locking import lock_living_season
from tournaments.services.noting import note
from tournaments.services.scheduling import schedule_group
from tournaments.topics import STANDINGS


@transaction.atomic
def start_season(*, actor: Any, season: Season) -> Season:
    """Whoever is in no group does not play and comes off the list.

    Raises SeasonNotPlannedError, NobodyPlacedError, GroupSizeError.
    """
    season = lock_living_season(season)
    require(actor, "tournaments.change_season", season)
    if not season.is_planned:
        raise SeasonNotPlannedError
    entries = Prefetch("entries", queryset=Entry.objects.order_by("number", "pk"))
    groups = list(
        Group.objects.filter(division__season=season).select_related("division").prefetch_related(entries)
    )
    if not groups:
        raise NobodyPlacedError
    sizes = GROUP_SIZES[season.configuration.seats]
    for group in groups:
        if len(group.entries.all()) not in sizes:
            raise GroupSizeError(
                group=f"{group.division} · {group}",
                size=len(group.entries.all()),
                seats=season.configuration.seats,
                minimum=sizes[0],
                maximum=sizes[-1],
            )
    season.entries.filter(group=None).delete()
    for group in groups:
        schedule_group(season, group, list(group.entries.all()), first_day=season.starts_on)
    season.state = SeasonState.RUNNING
    season.save(update_fields=["state"])
    note(season, SeasonEventKind.STARTED, actor=actor)
    mark_dirty(topic=STANDINGS, key=season.public_id)
    return season
