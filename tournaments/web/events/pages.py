"""A tournament for its players and everybody who looks on: overview, tables, standings, people."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from caledonia_site.common.permissions import may
from tournaments.event_enums import TAKING_A_PLACE, EntryMail, EntryState
from tournaments.models import Event
from tournaments.selectors.events.draw_report import why_view
from tournaments.selectors.events.honours import EventHonour, event_honours
from tournaments.selectors.events.own_table import own_table
from tournaments.selectors.events.people import own_entry, people_of, places_of
from tournaments.selectors.events.rounds import round_view, rounds_of
from tournaments.selectors.events.standings_page import final_ranking
from tournaments.web.events.access import event_context, find_event
from tournaments.web.events.stage_list import stage_list
from tournaments.web.events.standings_view import shown_tables
from tournaments.web.events.table_view import clock_of, setup_facts, shown_round, wanted_tables
from tournaments.wording.event_terms import told_why

MOST_HOLDERS = 3
# Who may still hear of a place or a table.
TELLABLE = {EntryState.REQUESTED, EntryState.WAITING, *TAKING_A_PLACE}


@require_safe
def event_page(request: HttpRequest, key: str) -> HttpResponse:
    event = find_event(request, key)
    entry = own_entry(event, request.user)
    place = own_table(entry, request.user) if entry and event.has_begun else None
    context = event_context(
        request,
        event,
        "event",
        entry=entry,
        own_player=getattr(request.user, "player_or_none", None),
        place=place,
        place_clock=clock_of(place.round, timezone.now()) if place else None,
        may_leave=entry is not None and may(request.user, "events.answer_for_entry", entry),
        may_choose_mail=entry is not None
        and not event.is_finished
        and entry.state in TELLABLE
        and may(request.user, "events.answer_for_entry", entry),
        mail_choices=EntryMail.choices,
        places=places_of(event),
        stages=stage_list(event),
        final=final_ranking(event, request.user),
        honours=_honours(event, request.user) if event.is_finished else [],
    )
    return render(request, "tournaments/events/event.html", context)


@require_safe
def last_round(request: HttpRequest, key: str) -> HttpResponse:
    """The tables of now: the last round the viewer may see, or a page that says there is none yet."""
    event = find_event(request, key)
    rounds = rounds_of(event, request.user)
    if not rounds:
        context = event_context(request, event, "rounds", rounds=[])
        return render(request, "tournaments/events/round.html", context)
    return redirect("events:round", event.address_key, rounds[-1].number)


@require_safe
def round_page(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = find_event(request, key)
    view = round_view(event, number, request.user)
    wanted = wanted_tables(request)
    context = event_context(
        request,
        event,
        "rounds",
        rounds=rounds_of(event, request.user),
        entry=own_entry(event, request.user),
        view=view,
        wanted=wanted,
        tables=shown_round(view, wanted),
        setup=setup_facts(view.round),
        clock=clock_of(view.round, timezone.now()),
    )
    # The part that polls asks for itself alone.
    template = "parts/tables.html" if request.headers.get("HX-Request") else "round.html"
    return render(request, f"tournaments/events/{template}", context)


@require_safe
def why_page(request: HttpRequest, key: str, number: int, entry_id: str) -> HttpResponse:
    """Why somebody sits at their table, for whoever may see the table."""
    event = find_event(request, key)
    view = why_view(event, number, entry_id, request.user)
    names = {key: one.name for key, one in view.people.items()}
    by_hand = view.round.changed_by_hand
    reasons = told_why(view.why, names, by_hand=by_hand) if view.why else []
    context = event_context(request, event, "rounds", view=view, reasons=reasons)
    return render(request, "tournaments/events/why.html", context)


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
    return render(request, "tournaments/events/standings.html", context)


@require_safe
def people_page(request: HttpRequest, key: str) -> HttpResponse:
    event = find_event(request, key)
    people = people_of(event, request.user)
    context = event_context(
        request,
        event,
        "people",
        people=people,
        has_teams=any(one.team for one in people),
        places=places_of(event),
        entry=own_entry(event, request.user),
    )
    return render(request, "tournaments/events/people.html", context)


def _honours(event: Event, viewer: Any) -> list[EventHonour]:
    """What half the field shares honours nobody."""
    return [one for one in event_honours(event, viewer) if len(one.holders) <= MOST_HOLDERS]
