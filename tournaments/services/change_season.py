"""Change the settings of a season."""

from dataclasses import replace
from typing import Any

from django.db import transaction

from caledonia_site.common.permissions import require
from tournaments.enums import Enrolment, SeasonEventKind, SeasonKind
from tournaments.models import League, Season
from tournaments.services.enrolling import enrol_club
from tournaments.services.locking import lock_living_season
from tournaments.services.marking import mark_games_changed
from tournaments.services.noting import note
from tournaments.services.season_details import SeasonDetails, check_details, put_details


@transaction.atomic
def change_season(*, actor: Any, season: Season, details: SeasonDetails) -> Season:
    """The kind stays, and once groups are playing also their shape: the schedule was made from it.

    The audit keeps which settings changed, with their old and new values. Raises SeasonClosedError and what
    `check_details` raises.
    """
    League.objects.select_for_update(no_key=True).get(pk=season.league_id)
    season = lock_living_season(season)
    require(actor, "tournaments.change_season", season)
    details = replace(details, kind=SeasonKind(season.kind))
    if season.has_groups and season.is_running:
        before = season.configuration
        shape = {name: getattr(before, name) for name in ("seats", "group_size")}
        details = replace(details, configuration=replace(details.configuration, **shape))
    check_details(season.league, details, season=season)
    earlier = _told(season)
    put_details(season, details)
    season.save()
    if details.enrolment == Enrolment.EVERYBODY and not (season.has_groups and season.is_running):
        enrol_club(season)
    later = _told(season)
    changed = {name: [earlier[name], later[name]] for name in later if earlier.get(name) != later[name]}
    if changed:
        note(season, SeasonEventKind.CHANGED, actor=actor, detail={"changed": changed})
    mark_games_changed(season)
    return season


def _told(season: Season) -> dict[str, Any]:
    settings = dict(season.settings)
    rules = settings.pop("rules", {})
    return {
        "name": season.name,
        "starts_on": season.starts_on.isoformat(),
        "ends_on": season.ends_on.isoformat(),
        "enrolment": str(season.enrolment),
        **settings,
        **rules,
    }
