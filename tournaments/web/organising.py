"""Running a season: its people, its groups, its beginning and its end."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.permissions import may
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.web.access import signed_in_player
from games.clubs.web.confirming import confirmation
from games.players.models import Player
from tournaments.models import Entry, Fixture, Season
from tournaments.selectors.newcomers import places_for_newcomers
from tournaments.selectors.season_people import players_to_add
from tournaments.services.add_late_player import add_late_player
from tournaments.services.close_season import close_season, reopen_season
from tournaments.services.join_season import join_season
from tournaments.services.withdraw_entry import withdraw_entry
from tournaments.web.access import find_season, season_allowing, season_context
from tournaments.web.names_shown import told_of_names
from tournaments.web.organising_forms import AddPlayerForm, WithdrawForm
from tournaments.web.setting_up import put_error


@require_POST
@signed_in_player
def join(request: HttpRequest, key: str) -> HttpResponse:
    """By oneself, in one tap."""
    season = find_season(request, key)
    with errors_as_messages(request):
        join_season(
            actor=request.user,
            season=season,
            player=request.user.player,  # type: ignore[union-attr]
            names_shown=told_of_names(request),
        )
        messages.success(request, _("You take part in %(season)s.") % {"season": season.name})
        return redirect(season)
    # Where it stands what taking part means.
    return redirect("leagues:people", key=season.address_key)


@signed_in_player
def add_player(request: HttpRequest, key: str) -> HttpResponse:
    """Onto the list; into groups that play already, if one of them has a place."""
    season = season_allowing(request, key, "tournaments.change_season")
    players = list(players_to_add(season, request.user))
    places = places_for_newcomers(season) if season.has_groups and season.is_running else None
    form = AddPlayerForm(request.POST if request.method == "POST" else None, players=players, places=places)
    if request.method == "POST" and form.is_valid():
        player = get_object_or_404(Player, public_id=form.cleaned_data["player"])
        try:
            if places is None:
                join_season(actor=request.user, season=season, player=player)
            else:
                add_late_player(actor=request.user, season=season, player=player, group=form.chosen_group())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            name = player.shown_for(request.user).name
            messages.success(request, _("%(name)s takes part.") % {"name": name})
            return redirect("leagues:people", key=season.address_key)
    context = season_context(
        request, season, "people", form=form, has_players=bool(players), places=places or []
    )
    return render(request, "tournaments/add_player.html", context)


@signed_in_player
def withdraw(request: HttpRequest, key: str, player_id: str) -> HttpResponse:
    """Somebody leaves the season: an organiser says so, or they themselves."""
    season = find_season(request, key)
    entry = _entry(request, season, player_id)
    if entry.player.account_id != request.user.pk and not may(
        request.user, "tournaments.change_season", season
    ):
        raise NotAllowedError
    waiting = Fixture.objects.open().filter(season=season, seats__entry=entry).count()
    form = WithdrawForm(
        request.POST if request.method == "POST" else None, asks=bool(waiting) and season.is_running
    )
    if request.method == "POST" and form.is_valid():
        try:
            withdraw_entry(actor=request.user, entry=entry, open_games=form.chosen())
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("%(name)s has withdrawn.") % {"name": entry.player.shown.name})
            return redirect("leagues:people", key=season.address_key)
    context = season_context(request, season, "people", form=form, entry=entry, waiting=waiting)
    return render(request, "tournaments/withdraw.html", context)


@signed_in_player
def close(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.close_season")
    if request.method == "POST":
        with errors_as_messages(request):
            close_season(actor=request.user, season=season)
            messages.success(request, _("The season is closed; its standings are final."))
        return redirect(season)
    unplayed = Fixture.objects.open().filter(season=season).count()
    text = _(
        "The standings stay as they are now, whatever becomes of its games. Only an owner can reopen it."
    )
    if unplayed:
        text = (
            _("Games of the schedule that nobody has played: %(count)s. They stay unplayed.")
            % {"count": unplayed}
            + f" {text}"
        )
    return confirmation(
        request,
        club=season.club,
        title=_("Close %(season)s?") % {"season": season.name},
        text=text,
        action=_("Close the season"),
        back=season.get_absolute_url(),
    )


@signed_in_player
def reopen(request: HttpRequest, key: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.reopen_season")
    if request.method == "POST":
        with errors_as_messages(request):
            reopen_season(actor=request.user, season=season)
            messages.success(request, _("The season runs again; its history says who reopened it."))
        return redirect(season)
    return confirmation(
        request,
        club=season.club,
        title=_("Reopen %(season)s?") % {"season": season.name},
        text=_(
            "Its standings follow the games again, also those that were corrected since. The history keeps it."
        ),
        action=_("Reopen the season"),
        back=reverse("leagues:season", args=[season.address_key]),
    )


def _entry(request: HttpRequest, season: Season, player_id: str) -> Entry:
    entries = Entry.objects.filter(season=season).shown_to(request.user, named=season.shows_names)
    entry = get_object_or_404(entries, player__public_id=player_id)
    entry.season = season
    return entry
