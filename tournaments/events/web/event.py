"""A tournament for its players and everybody who looks on: finding it, overview, stages, tables, standings, people."""

from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django.views.decorators.http import require_safe

from caledonia_site.common.permissions import answers, may
from games.clubs.web.access import club_for
from games.players.actors import Viewer
from tournaments.events.enums import TAKING_A_SPOT, EventState, ParticipantMail, ParticipantState
from tournaments.events.models import Event
from tournaments.events.selectors.draws import why_view
from tournaments.events.selectors.events import (
    EventHonour,
    event_for,
    event_honours,
    events_of_club,
    events_to_find,
    own_events,
    own_participant,
    people_of,
    spots_of,
    winners_of,
)
from tournaments.events.selectors.rounds import own_table, round_view, rounds_of
from tournaments.events.selectors.standings import final_ranking
from tournaments.events.web.standings import shown_tables
from tournaments.events.web.tables import clock_of, searched_tables, setup_facts, shown_round
from tournaments.events.wording import describe_stage, describe_why
from tournaments.shared.wording import SCHEMES, TIE_BREAKERS, Text

OFFERED = ["events.check_in", "events.register", "events.see_notes"]

TABS = {
    "event": _("Overview"),
    "rounds": pgettext_lazy("of a tournament", "Tables"),
    "standings": _("Standings"),
    "people": _("People"),
}

STATE_TONES = {
    EventState.PLANNED: "warning",
    EventState.REGISTRATION: "accent",
    EventState.RUNNING: "success",
    EventState.FINISHED: "info",
}


def find_event(request: HttpRequest, key: str) -> Event:
    return event_for(key, request.user)


def event_context(request: HttpRequest, event: Event, here: str, **more: Any) -> dict[str, Any]:
    """What every page of a tournament shows; `here` is the name of its tab."""
    return {
        "event": event,
        "club": event.club,
        "state_tone": STATE_TONES[EventState(event.state)],
        "tabs": [
            {
                "label": label,
                "address": reverse(f"events:{name}", args=[event.address_key]),
                "is_here": name == here,
            }
            for name, label in TABS.items()
        ],
        "may": answers(request.user, OFFERED, event),
        **more,
    }


EVENTS_ON_A_PAGE = 24


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(events_to_find(request.user), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "own": list(own_events(request.user)) if page.number == 1 and request.user.is_authenticated else [],
        "winners": winners_of(list(page.object_list), request.user),
    }
    return render(request, "events/list.html", context)


@require_safe
def club_events(request: HttpRequest, slug: str) -> HttpResponse:
    club = club_for(request, slug)
    page = Paginator(events_of_club(club), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    for event in page.object_list:
        event.club = club
    context = {
        "club": club,
        "page": page,
        "winners": winners_of(list(page.object_list), request.user),
        "may": answers(request.user, ["events.create_event"], club),
    }
    return render(request, "events/of_club.html", context)


class ShownStage(NamedTuple):
    """How it is played, what places are worth, and what decides between equal points, in order."""

    told: str
    scheme: Text
    tie_breakers: str


def stage_list(event: Event) -> list[ShownStage]:
    stages = [stage.stage for stage in event.stages.order_by("number")]
    return [
        ShownStage(
            describe_stage(stage),
            SCHEMES[stage.rules.scheme.key],
            ", ".join(str(TIE_BREAKERS[key]) for key in stage.rules.chain),
        )
        for stage in stages
    ]


MOST_HOLDERS = 3
# Who may still hear of a place or a table.
TELLABLE = {ParticipantState.REQUESTED, ParticipantState.WAITING, *TAKING_A_SPOT}


@require_safe
def event_page(request: HttpRequest, key: str) -> HttpResponse:
    event = find_event(request, key)
    participant = own_participant(event, request.user)
    place = own_table(participant, request.user) if participant and event.has_begun else None
    context = event_context(
        request,
        event,
        "event",
        participant=participant,
        own_player=getattr(request.user, "player_or_none", None),
        place=place,
        place_clock=clock_of(place.round, timezone.now()) if place else None,
        may_leave=participant is not None and may(request.user, "events.answer_for_entry", participant),
        may_choose_mail=participant is not None
        and not event.is_finished
        and participant.state in TELLABLE
        and may(request.user, "events.answer_for_entry", participant),
        mail_choices=ParticipantMail.choices,
        places=spots_of(event),
        stages=stage_list(event),
        final=final_ranking(event, request.user),
        honours=_honours(event, request.user) if event.is_finished else [],
    )
    return render(request, "events/event.html", context)


@require_safe
def last_round(request: HttpRequest, key: str) -> HttpResponse:
    """The tables of now: the last round the viewer may see, or a page that says there is none yet."""
    event = find_event(request, key)
    rounds = rounds_of(event, request.user)
    if not rounds:
        context = event_context(request, event, "rounds", rounds=[])
        return render(request, "events/round.html", context)
    return redirect("events:round", event.address_key, rounds[-1].number)


@require_safe
def round_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = find_event(request, key)
    view = round_view(event, number, request.user)
    search = searched_tables(request)
    context = event_context(
        request,
        event,
        "rounds",
        rounds=rounds_of(event, request.user),
        participant=own_participant(event, request.user),
        view=view,
        wanted=search,
        tables=shown_round(view, search),
        setup=setup_facts(view.round),
        clock=clock_of(view.round, timezone.now()),
    )
    # The part that polls asks for itself alone.
    template = "parts/tables.html" if request.headers.get("HX-Request") else "round.html"
    return render(request, f"events/{template}", context)


@require_safe
def why_page(request: HttpRequest, key: str, number: int, entry_id: str) -> HttpResponse:
    """Why somebody sits at their table, for whoever may see the table."""
    event = find_event(request, key)
    view = why_view(event, number, entry_id, request.user)
    names = {key: shown.name for key, shown in view.people.items()}
    by_hand = view.round.changed_by_hand
    reasons = describe_why(view.why, names, by_hand=by_hand) if view.why else []
    context = event_context(request, event, "rounds", view=view, reasons=reasons)
    return render(request, "events/why.html", context)


@require_safe
def standings_page(request: HttpRequest, key: str) -> HttpResponse:
    event = find_event(request, key)
    context = event_context(
        request,
        event,
        "standings",
        tables=shown_tables(event, request.user),
        final=final_ranking(event, request.user),
    )
    return render(request, "events/standings.html", context)


@require_safe
def people_page(request: HttpRequest, key: str) -> HttpResponse:
    event = find_event(request, key)
    people = people_of(event, request.user)
    context = event_context(
        request,
        event,
        "people",
        people=people,
        has_teams=any(person.team for person in people),
        places=spots_of(event),
        participant=own_participant(event, request.user),
    )
    return render(request, "events/people.html", context)


def _honours(event: Event, viewer: Viewer) -> list[EventHonour]:
    """What half the field shares honours nobody."""
    return [honour for honour in event_honours(event, viewer) if len(honour.holders) <= MOST_HOLDERS]
