"""Tournaments to find."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from caledonia_site.common.permissions import answers
from games.clubs.web.access import club_for
from tournaments.selectors.events.events import events_of_club, events_to_find, own_events, winners_of

EVENTS_ON_A_PAGE = 24


@require_safe
def event_list(request: HttpRequest) -> HttpResponse:
    page = Paginator(events_to_find(request.user), EVENTS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "page": page,
        "own": list(own_events(request.user)) if page.number == 1 and request.user.is_authenticated else [],
        "winners": winners_of(list(page.object_list), request.user),
    }
    return render(request, "tournaments/events/list.html", context)


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
    return render(request, "tournaments/events/of_club.html", context)
