"""The schedule of a season with groups, what is done with its games, and its days as calendars read them (iCalendar,
RFC 5545)."""

from collections.abc import Iterable, Iterator
from datetime import UTC, date, timedelta

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from caledonia_site.common.errors import NotAllowedError, UserError
from caledonia_site.common.formatting import format_date
from caledonia_site.common.middleware import errors_as_messages, posted_text
from caledonia_site.common.permissions import require
from games.clubs.icalendar import escaped, folded
from games.clubs.web.access import signed_in_player
from games.clubs.web.clubs import confirmation
from games.results.models import Game
from games.results.wording import result_in_words
from tournaments.leagues.enums import Decision
from tournaments.leagues.models import Season
from tournaments.leagues.selectors.schedule import FixtureView, games_to_link, overdue_of, schedule_of
from tournaments.leagues.services.fixtures import (
    decide_fixture,
    link_game,
    move_deadline,
    settle_fixture,
    undo_decision,
    unlink_game,
)
from tournaments.leagues.web.access import (
    find_fixture,
    find_season,
    put_error,
    season_allowing,
    season_context,
)
from tournaments.leagues.web.feeds import season_of_feed
from tournaments.leagues.web.organise import DeadlineForm, DecisionForm, LinkForm
from tournaments.shared.selectors.other_results import is_undecided
from tournaments.shared.web.other_results import chosen_result, describe_results


@require_safe
def calendar(request: HttpRequest, key: str) -> HttpResponse:
    """The first and the last day, and every deadline of a game still to play; `?mine=1`: of the viewer's own."""
    season, viewer = season_of_feed(request, key)
    views = [view for round_view in schedule_of(season, viewer) for view in round_view.fixtures]
    if request.GET.get("mine"):
        views = [view for view in views if view.is_viewers]
    site = request.build_absolute_uri("/").rstrip("/")
    lines = [*_head(season), *_season_days(season, site), *_deadlines(season, views, site), "END:VCALENDAR"]
    body = "".join(f"{part}\r\n" for line in lines for part in folded(line))
    response = HttpResponse(body, content_type="text/calendar; charset=utf-8")
    response["Content-Disposition"] = f'inline; filename="{season.public_id}.ics"'
    return response


def _head(season: Season) -> list[str]:
    name = escaped(f"{season.league.name} · {season.name}")
    return ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Caledonia//Leagues//EN", f"X-WR-CALNAME:{name}"]


def _season_days(season: Season, site: str) -> Iterator[str]:
    address = f"{site}{season.get_absolute_url()}"
    begins = _("%(season)s begins") % {"season": season.name}
    ends = _("%(season)s ends") % {"season": season.name}
    yield from _whole_day(f"{season.public_id}-first", season.starts_on, begins, address)
    yield from _whole_day(f"{season.public_id}-last", season.ends_on, ends, address)


def _deadlines(season: Season, views: Iterable[FixtureView], site: str) -> Iterator[str]:
    address = f"{site}{reverse('leagues:schedule', args=[season.address_key])}"
    for view in views:
        if view.state in {"open", "overdue"}:
            names = ", ".join(seat.name for seat in view.seats)
            title = _("To be played: %(names)s") % {"names": names}
            yield from _whole_day(view.fixture.public_id, view.fixture.deadline, title, address)


def _whole_day(ident: str, day: date, title: str, address: str) -> Iterator[str]:
    yield "BEGIN:VEVENT"
    yield f"UID:{ident}@{address.partition('://')[2].partition('/')[0]}"
    yield f"DTSTAMP:{timezone.now().astimezone(UTC):%Y%m%dT%H%M%SZ}"
    yield f"DTSTART;VALUE=DATE:{day:%Y%m%d}"
    yield f"DTEND;VALUE=DATE:{day + timedelta(days=1):%Y%m%d}"
    yield f"SUMMARY:{escaped(title)}"
    yield f"URL:{address}"
    yield "END:VEVENT"


@require_safe
def schedule(request: HttpRequest, key: str) -> HttpResponse:
    season = find_season(request, key)
    rounds = schedule_of(season, request.user)
    views = [view for round_view in rounds for view in round_view.fixtures]
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
    return render(request, "leagues/schedule.html", context)


@signed_in_player
def overdue(request: HttpRequest, key: str) -> HttpResponse:
    """What should have been played, for those who can do something about it."""
    season = season_allowing(request, key, "tournaments.change_season")
    context = season_context(request, season, "schedule", fixtures=overdue_of(season, request.user))
    return render(request, "leagues/overdue.html", context)


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
    return render(request, "leagues/link.html", context)


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
    return render(request, "leagues/decide.html", context)


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
    return render(request, "leagues/deadline.html", context)


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
        results=describe_results(fixture, request.user),
        instead_of=chosen_result(fixture),
        is_undecided=is_undecided(fixture),
    )
    return render(request, "leagues/results.html", context)


def _to_schedule(season: Season) -> HttpResponse:
    return redirect("leagues:schedule", key=season.address_key)


def _game_text(game: Game) -> str:
    return f"{format_date(game.played_on)}: {result_in_words(game)}"
