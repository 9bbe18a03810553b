"""Finding leagues, seasons and games of the schedule for whoever asks.

Leagues to find, and what a league has come through.

What the form of a following season begins with.

Setting up and changing leagues and seasons.

The rules of a season in words, for everybody to read.
"""

import re
from datetime import timedelta
from typing import Any, NamedTuple

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy
from django.views.decorators.http import require_safe

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.formatting import format_date
from caledonia_site.common.middleware import errors_as_messages
from caledonia_site.common.permissions import answers, may
from games.clubs.web.access import club_allowing, club_for, signed_in_player
from games.clubs.web.clubs import confirmation
from games.systems import default_system
from tournaments.leagues.models import Fixture, League, Season
from tournaments.leagues.selectors.leagues import (
    league_for,
    league_records,
    leagues_of_club,
    leagues_to_find,
    season_for,
    summaries_of,
)
from tournaments.leagues.services.errors import ConfigurationError, FieldError
from tournaments.leagues.services.leagues import change_league, create_league, delete_league
from tournaments.leagues.services.seasons import change_season, plan_next_season, plan_season
from tournaments.leagues.web.forms import LeagueForm, SeasonForm, SetUpForm, first_values, settings_values
from tournaments.shared.wording import (
    SCHEMES,
    SHARED_PLACES,
    TIE_BREAKERS,
    shown_value,
    system_name,
    variant_name,
)

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


LEAGUES_ON_A_PAGE = 24
OFFERED_IN_LEAGUE = ["tournaments.plan_season", "tournaments.change_league", "tournaments.delete_league"]


@require_safe
def league_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(leagues_to_find(request.user), LEAGUES_ON_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "leagues/league_list.html", {"page": page})


@require_safe
def club_leagues(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    page = Paginator(leagues_of_club(club), LEAGUES_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "page": page,
        "may": answers(request.user, ["tournaments.create_league"], club),
    }
    return render(request, "leagues/club_leagues.html", context)


@require_safe
def league_page(request: HttpRequest, key: str) -> HttpResponse:
    league = find_league(request, key)
    context = {
        "league": league,
        "club": league.club,
        "system": system_name(league.system),
        "seasons": summaries_of(league.seasons.all(), request.user),
        "records": league_records(league, request.user),
        "may": answers(request.user, OFFERED_IN_LEAGUE, league),
    }
    return render(request, "leagues/league.html", context)


_NUMBER_AT_END = re.compile(r"(\d+)$")


def next_values(season: Season) -> dict[str, Any]:
    """The same settings and the same length, from the day after."""
    starts_on = season.ends_on + timedelta(days=1)
    return settings_values(season.configuration) | {
        "name": next_name(season.name),
        "kind": season.kind,
        "enrolment": season.enrolment,
        "starts_on": starts_on,
        "ends_on": starts_on + (season.ends_on - season.starts_on),
    }


def next_name(name: str) -> str:
    """Season 3 -> Season 4; a name without a number gets one."""
    number = _NUMBER_AT_END.search(name)
    if number is None:
        return _("%(season)s, the next") % {"season": name}
    return name[: number.start()] + str(int(number[1]) + 1)


@signed_in_player
def new_league(request: HttpRequest, slug: str) -> HttpResponse:
    """A league and its first season at once."""
    club = club_allowing(request, slug, "tournaments.create_league")
    initial = first_values() | {
        "league_name": _("League of %(club)s") % {"club": club.name},
        "name": _("Season %(number)s") % {"number": 1},
        "system": default_system(),
    }
    form = SetUpForm(request.POST if request.method == "POST" else None, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            with transaction.atomic():
                league = create_league(actor=request.user, club=club, details=form.league_details())
                season = plan_season(actor=request.user, league=league, details=form.season_details())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            return _set_up(request, season)
    return render(request, "leagues/league_form.html", {"form": form, "club": club})


@signed_in_player
def new_season(request: HttpRequest, key: str) -> HttpResponse:
    league = league_allowing(request, key, "tournaments.plan_season")
    last = league.seasons.first()
    initial = next_values(last) if last else first_values()
    form = SeasonForm(request.POST if request.method == "POST" else None, initial=initial, league=league)
    if request.method == "POST" and form.is_valid():
        try:
            season = plan_season(actor=request.user, league=league, details=form.season_details())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            return _set_up(request, season)
    context = {"form": form, "league": league, "club": league.club, "title": _("New season")}
    return render(request, "leagues/season_form.html", context)


@signed_in_player
def next_season(request: HttpRequest, key: str) -> HttpResponse:
    """The season after a closed one: who goes up, who goes down."""
    season = season_allowing(request, key, "tournaments.plan_season")
    form = SeasonForm(
        request.POST if request.method == "POST" else None,
        initial=next_values(season),
        league=season.league,
    )
    if request.method == "POST" and form.is_valid():
        try:
            planned = plan_next_season(actor=request.user, season=season, details=form.season_details())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            return _set_up(request, planned.season)
    context = {
        "form": form,
        "season": season,
        "league": season.league,
        "club": season.club,
        "title": _("The season after %(season)s") % {"season": season.name},
    }
    return render(request, "leagues/season_form.html", context)


@signed_in_player
def edit_season(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    initial = settings_values(season.configuration) | {
        "name": season.name,
        "kind": season.kind,
        "enrolment": season.enrolment,
        "starts_on": season.starts_on,
        "ends_on": season.ends_on,
    }
    form = SeasonForm(
        request.POST if request.method == "POST" else None,
        initial=initial,
        league=season.league,
        season=season,
    )
    form.fields["kind"].disabled = True
    if request.method == "POST" and form.is_valid():
        try:
            season = change_season(actor=request.user, season=season, details=form.season_details())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("The settings are saved; the standings follow in a moment."))
            return redirect(season)
    context = {
        "form": form,
        "season": season,
        "league": season.league,
        "club": season.club,
        "title": _("Settings"),
    }
    return render(request, "leagues/season_form.html", context)


@signed_in_player
def edit_league(request: HttpRequest, key: str) -> HttpResponse:
    league = league_allowing(request, key, "tournaments.change_league")
    form = LeagueForm(
        request.POST if request.method == "POST" else None,
        initial={
            "name": league.name,
            "description": league.description,
            "shows_names": league.shows_names,
        },
    )
    if request.method == "POST" and form.is_valid():
        league = change_league(actor=request.user, league=league, **form.cleaned_data)
        messages.success(request, _("The league is saved."))
        return redirect(league)
    context = {"form": form, "league": league, "club": league.club}
    return render(request, "leagues/league_edit.html", context)


@signed_in_player
def remove_league(request: HttpRequest, key: str) -> HttpResponse:
    league = league_allowing(request, key, "tournaments.delete_league")
    club = league.club
    if request.method == "POST":
        with errors_as_messages(request):
            delete_league(actor=request.user, league=league)
            messages.success(request, _("The league is gone; its games are still there."))
        return redirect(club)
    return confirmation(
        request,
        club=club,
        title=_("Delete %(league)s?") % {"league": league.name},
        text=_(
            "All its seasons, standings and schedules go with it. The games stay in the club. "
            "This cannot be undone."
        ),
        action=_("Delete the league"),
        back=league.get_absolute_url(),
    )


def put_error(form: Any, error: UserError) -> None:
    """At the field it belongs to, if the form has it."""
    if isinstance(error, ConfigurationError):
        form.put_violations(error.violations)
    else:
        name = error.field if isinstance(error, FieldError) else ""
        form.add_error(name if name in form.fields else None, str(error))


def _set_up(request: HttpRequest, season: Season) -> HttpResponse:
    if season.has_groups:
        messages.success(request, _("The season is set up. Now put the players into groups."))
        return redirect("leagues:groups", key=season.address_key)
    messages.success(request, _("The season runs: every game of the club that fits counts from now on."))
    return redirect(season)


class Setting(NamedTuple):
    name: str
    value: str


def settings_list(season: Season) -> list[Setting]:
    wanted = season.configuration
    rules = wanted.rules
    first, last = format_date(season.starts_on), format_date(season.ends_on)
    found = [
        Setting(_("Game"), system_name(season.league.system)),
        Setting(_("Days"), _("%(first)s to %(last)s") % {"first": first, "last": last}),
        Setting(_("Points"), _points(season)),
        Setting(_("Who share a place get"), str(SHARED_PLACES[rules.shared_places.value])),
        Setting(_("Ties"), " → ".join(str(TIE_BREAKERS[key]) for key in rules.chain)),
        Setting(_("Lot number"), str(season.lot_seed)),
    ]
    if rules.minimum_games:
        found.append(Setting(_("Games needed for a place"), str(rules.minimum_games)))
    if rules.best_games:
        count = ngettext("The best game counts", "The best %(count)s games count", rules.best_games)
        found.append(Setting(_("Best games"), count % {"count": rules.best_games}))
    if rules.games_per_opponent:
        found.append(Setting(_("Games against the same opponent that count"), str(rules.games_per_opponent)))
    return found + (_of_groups(season) if season.has_groups else _of_open(season))


def _points(season: Season) -> str:
    scheme = season.configuration.rules.scheme
    if not scheme.of_places:
        return str(SCHEMES[scheme.key])
    rows = [
        " – ".join(shown_value("points", str(value)) for value in scheme.values[seats]) for seats in (4, 3, 2)
    ]
    return _("%(four)s at tables of four, %(three)s of three, %(two)s of two") % dict(
        zip(("four", "three", "two"), rows, strict=True)
    )


def _of_open(season: Season) -> list[Setting]:
    wanted = season.configuration
    found = [
        Setting(_("Tables that count"), ", ".join(str(seats) for seats in sorted(wanted.seat_counts))),
        Setting(_("League members needed at the table"), str(wanted.least_members)),
    ]
    for name, variants in (
        (_("Only games played with"), wanted.required),
        (_("No games played with"), wanted.excluded),
    ):
        if variants:
            told = ", ".join(variant_name(season.league.system, one) for one in variants)
            found.append(Setting(name, told))
    return found


def _of_groups(season: Season) -> list[Setting]:
    wanted = season.configuration
    return [
        Setting(_("Players at a table"), str(wanted.seats)),
        Setting(_("Go up from each group"), str(wanted.promoted)),
        Setting(_("Go down from each group"), str(wanted.relegated)),
    ]
