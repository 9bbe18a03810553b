"""Plan a season of a league."""

from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.enums import Enrolment, SeasonEventKind, SeasonKind, SeasonState
from tournaments.models import League, Season
from tournaments.services.enrolling import enrol_club
from tournaments.services.marking import mark_games_changed
from tournaments.services.noting import note
from tournaments.services.season_details import SeasonDetails, check_details, put_details


@transaction.atomic
def plan_season(*, actor: Any, league: League, details: SeasonDetails) -> Season:
    """An open season runs at once; one with groups waits until its groups are made up.

    Raises what `check_details` raises.
    """
    require(actor, "tournaments.plan_season", league)
    League.objects.select_for_update(no_key=True).get(pk=league.pk)
    check_details(league, details)
    season = Season(league=league)
    put_details(season, details)
    season.state = SeasonState.RUNNING if details.kind == SeasonKind.OPEN else SeasonState.PLANNED
    season.save()
    if details.enrolment == Enrolment.EVERYBODY:
        enrol_club(season)
    note(season, SeasonEventKind.CREATED, actor=actor)
    mark_games_changed(season)
    return season
