"""Finding leagues, seasons and games of the schedule for whoever asks, and what every page of a season shows."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy, pgettext_lazy

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import answers, may
from tournaments.leagues.models import Fixture, League, Season
from tournaments.leagues.selectors.leagues import (
    league_for,
    season_for,
)
from tournaments.leagues.services.errors import ConfigurationError
from tournaments.shared.errors import FieldError

OFFERED_IN_SEASON = [
    "tournaments.change_season",
    "tournaments.join_season",
    "tournaments.close_season",
    "tournaments.reopen_season",
    "tournaments.plan_season",
]


TABS = {
    "season": gettext_lazy("Standings"),
    "schedule": gettext_lazy("Schedule"),
    "outlook": gettext_lazy("What if"),
    "race": pgettext_lazy("of a season", "Race"),
    "honours": gettext_lazy("Honours"),
    "people": gettext_lazy("People"),
    "history": gettext_lazy("History"),
}


def find_league(request: HttpRequest, key: str) -> League:
    return league_for(key, request.user)


def league_allowing(request: HttpRequest, key: str, permission: str) -> League:
    league = find_league(request, key)
    if not may(request.user, permission, league):
        raise PermissionDenied
    return league


def find_season(request: HttpRequest, key: str) -> Season:
    return season_for(key, request.user)


def season_allowing(request: HttpRequest, key: str, permission: str) -> Season:
    season = find_season(request, key)
    if not may(request.user, permission, season):
        raise PermissionDenied
    return season


def find_fixture(request: HttpRequest, season: Season, fixture_id: str) -> Fixture:
    """With its seats and the players as the viewer may see them; it knows the season with the viewer's role."""
    fixture = (
        Fixture.objects.filter(season=season, public_id=fixture_id)
        .shown_to(request.user, named=season.shows_names)
        .first()
    )
    if fixture is None:
        raise Http404
    fixture.season = season
    return fixture


def season_context(request: HttpRequest, season: Season, here: str, **more: Any) -> dict[str, Any]:
    """What every page of a season shows; `here` is the name of its tab."""
    return {
        "season": season,
        "league": season.league,
        "club": season.club,
        "tabs": _tabs(season, here),
        "may": answers(request.user, OFFERED_IN_SEASON, season),
        **more,
    }


def _tabs(season: Season, here: str) -> list[dict[str, Any]]:
    names = ["season", "schedule", "outlook"] if season.has_groups else ["season"]
    names += ["race", "honours", "people", "history"]
    return [
        {
            "label": TABS[name],
            "address": reverse(f"leagues:{name}", args=[season.address_key]),
            "is_here": name == here,
        }
        for name in names
    ]


def put_error(form: Any, error: UserError) -> None:
    """At the field it belongs to, if the form has it."""
    if isinstance(error, ConfigurationError):
        form.put_violations(error.violations)
    else:
        name = error.field if isinstance(error, FieldError) else ""
        form.add_error(name if name in form.fields else None, str(error))
