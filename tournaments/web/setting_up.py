"""Setting up and changing leagues and seasons."""

from typing import Any

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.web.access import club_allowing, signed_in_player
from games.clubs.web.confirming import confirmation
from tournaments.models import Season
from tournaments.services.change_league import change_league
from tournaments.services.change_season import change_season
from tournaments.services.create_league import create_league
from tournaments.services.delete_league import delete_league
from tournaments.services.errors import ConfigurationError, FieldError
from tournaments.services.plan_next_season import plan_next_season
from tournaments.services.plan_season import plan_season
from tournaments.web.access import league_allowing, season_allowing
from tournaments.web.forms import LeagueForm, SeasonForm, SetUpForm, first_values, settings_values
from tournaments.web.next_season import next_values


@signed_in_player
def new_league(request: HttpRequest, slug: str) -> HttpResponse:
    """A league and its first season at once."""
    club = club_allowing(request, slug, "tournaments.create_league")
    initial = first_values() | {
        "league_name": _("League of %(club)s") % {"club": club.name},
        "name": _("Season %(number)s") % {"number": 1},
        "system": "clans_of_caledonia",
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
    return render(request, "tournaments/league_form.html", {"form": form, "club": club})


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
    return render(request, "tournaments/season_form.html", context)


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
    return render(request, "tournaments/season_form.html", context)


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
    return render(request, "tournaments/season_form.html", context)


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
    return render(request, "tournaments/league_edit.html", context)


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
