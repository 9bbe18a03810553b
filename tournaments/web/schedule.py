"""The schedule of a season with groups, and what is done with its games."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from caledonia_site.common.clean_requests import posted_text
from caledonia_site.common.dates import written_day
from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.permissions import require
from caledonia_site.common.user_errors import errors_as_messages
from games.clubs.web.access import signed_in_player
from games.clubs.web.confirming import confirmation
from games.models import Game
from games.wording.seats import result_in_words
from tournaments.enums import Decision
from tournaments.models import Season
from tournaments.selectors.other_results import is_undecided
from tournaments.selectors.schedule import games_to_link, overdue_of, schedule_of
from tournaments.services.decide_fixture import decide_fixture, undo_decision
from tournaments.services.link_game import link_game, unlink_game
from tournaments.services.move_deadline import move_deadline
from tournaments.services.settle_fixture import settle_fixture
from tournaments.web.access import find_fixture, find_season, season_allowing, season_context
from tournaments.web.organising_forms import DeadlineForm, DecisionForm, LinkForm
from tournaments.web.other_results import chosen_result, told_results
from tournaments.web.setting_up import put_error


@require_safe
def schedule(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    rounds = schedule_of(season, request.user)
    views = [view for one in rounds for view in one.fixtures]
    own = [view for view in views if view.is_viewers and view.state in {"open", "overdue"}]
    context = season_context(
        request,
        season,
        "schedule",
        rounds=rounds,
        own=sorted(own, key=lambda view: (view.fixture.deadline, view.fixture.pk)),
        own_groups={view.fixture.group_id for view in own},
        overdue=sum(view.state == "overdue" for view in views),
    )
    return render(request, "tournaments/schedule.html", context)


@signed_in_player
def overdue(request: HttpRequest, key: str) -> HttpResponse:
    """What should have been played, for those who can do something about it."""
    season = season_allowing(request, key, "tournaments.change_season")
    context = season_context(request, season, "schedule", fixtures=overdue_of(season, request.user))
    return render(request, "tournaments/overdue.html", context)


@signed_in_player
def link(request: HttpRequest, key: str, fixture_id: str) -> HttpResponse:
    """A game of these people was recorded without the schedule: make it the result."""
    season = find_season(request, key)
    fixture = find_fixture(request, season, fixture_id)
    with errors_as_messages(request):
        require(request.user, "tournaments.enter_result", fixture)
    games = [(game, _game_text(game)) for game in games_to_link(fixture, request.user)]
    form = LinkForm(request.POST if request.method == "POST" else None, games=games)
    if request.method == "POST" and form.is_valid():
        game = get_object_or_404(Game, public_id=form.cleaned_data["game"])
        try:
            link_game(actor=request.user, fixture=fixture, game=game)
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("The result stands in the schedule."))
            return _to_schedule(season)
    context = season_context(request, season, "schedule", form=form, fixture=fixture, has_games=bool(games))
    return render(request, "tournaments/link.html", context)


@signed_in_player
def decide(request: HttpRequest, key: str, fixture_id: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    fixture = find_fixture(request, season, fixture_id)
    form = DecisionForm(request.POST if request.method == "POST" else None, fixture=fixture)
    if request.method == "POST" and form.is_valid():
        try:
            decide_fixture(
                actor=request.user,
                fixture=fixture,
                decision=Decision(form.cleaned_data["decision"]),
                forfeiting=form.cleaned_data["forfeiting"],
            )
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("The decision stands in the schedule."))
            return _to_schedule(season)
    context = season_context(request, season, "schedule", form=form, fixture=fixture)
    return render(request, "tournaments/decide.html", context)


@signed_in_player
def deadline(request: HttpRequest, key: str, fixture_id: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    fixture = find_fixture(request, season, fixture_id)
    form = DeadlineForm(
        request.POST if request.method == "POST" else None, initial={"deadline": fixture.deadline}
    )
    if request.method == "POST" and form.is_valid():
        try:
            move_deadline(actor=request.user, fixture=fixture, deadline=form.cleaned_data["deadline"])
        except NotAllowedError:
            raise
        except UserError as error:
            put_error(form, error)
        else:
            messages.success(request, _("The deadline is moved."))
            return _to_schedule(season)
    context = season_context(request, season, "schedule", form=form, fixture=fixture)
    return render(request, "tournaments/deadline.html", context)


@require_POST
@signed_in_player
def undo(request: HttpRequest, key: str, fixture_id: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    fixture = find_fixture(request, season, fixture_id)
    with errors_as_messages(request):
        undo_decision(actor=request.user, fixture=fixture)
        messages.success(request, _("The decision is taken back; the game can be played."))
    return _to_schedule(season)


@signed_in_player
def unlink(request: HttpRequest, key: str, fixture_id: str) -> HttpResponse:
    season = season_allowing(request, key, "tournaments.change_season")
    fixture = find_fixture(request, season, fixture_id)
    if request.method == "POST":
        with errors_as_messages(request):
            unlink_game(actor=request.user, fixture=fixture)
            messages.success(request, _("The result is off the schedule; the game itself stays."))
        return _to_schedule(season)
    return confirmation(
        request,
        club=season.club,
        title=_("Take this result off the schedule?"),
        text=_("The game stays a game of the club. The schedule waits for another result."),
        action=_("Take it off"),
        back=reverse("leagues:schedule", args=[season.address_key]),
    )


@signed_in_player
def results(request: HttpRequest, key: str, fixture_id: str) -> HttpResponse:
    """More than one phone entered this game: which result counts."""
    season = season_allowing(request, key, "tournaments.change_season")
    fixture = find_fixture(request, season, fixture_id)
    if request.method == "POST":
        chosen = get_object_or_404(Game, club=season.club, public_id=posted_text(request, "game"))
        with errors_as_messages(request):
            settle_fixture(
                actor=request.user,
                fixture=fixture,
                game=chosen,
                instead_of=posted_text(request, "instead_of"),
            )
            messages.success(request, _("Decided. The other result is kept but counts nowhere."))
            return _to_schedule(season)
        # Perhaps somebody else has chosen: here they see what.
        return redirect("leagues:results", key=season.address_key, fixture_id=fixture.public_id)
    context = season_context(
        request,
        season,
        "schedule",
        fixture=fixture,
        results=told_results(fixture, request.user),
        instead_of=chosen_result(fixture),
        is_undecided=is_undecided(fixture),
    )
    return render(request, "tournaments/results.html", context)


def _to_schedule(season: Season) -> HttpResponse:
    return redirect("leagues:schedule", key=season.address_key)


def _game_text(game: Game) -> str:
    return f"{written_day(game.played_on)}: {result_in_words(game)}"
