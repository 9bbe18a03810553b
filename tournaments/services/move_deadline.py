"""Give a game of the schedule more time, or less."""

from datetime import date
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.enums import SeasonEventKind
from tournaments.models import Fixture, FixtureSeat
from tournaments.services.errors import DeadlineOutsideSeasonError
from tournaments.services.locking import lock_living_season
from tournaments.services.noting import note


@transaction.atomic
def move_deadline(*, actor: Any, fixture: Fixture, deadline: date) -> Fixture:
    """A later deadline is announced anew. Raises DeadlineOutsideSeasonError."""
    season = lock_living_season(fixture.season)
    require(actor, "tournaments.change_season", season)
    if not season.starts_on <= deadline <= season.ends_on:
        raise DeadlineOutsideSeasonError
    fixture = Fixture.objects.select_for_update().get(pk=fixture.pk)
    if deadline != fixture.deadline:
        detail = {
            "round": fixture.round,
            "before": fixture.deadline.isoformat(),
            "after": deadline.isoformat(),
        }
        if deadline > fixture.deadline:
            FixtureSeat.objects.filter(fixture=fixture).update(reminded_at=None)
        fixture.deadline = deadline
        fixture.save(update_fields=["deadline"])
        note(season, SeasonEventKind.DEADLINE, actor=actor, detail=detail)
    return fixture
