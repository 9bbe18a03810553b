"""At the door: who is there. For organisers and who keeps the scores, on a phone."""

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from caledonia_site.common.qr_codes import inline_qr_code, inline_qr_codes
from caledonia_site.common.user_errors import errors_as_messages
from tournaments.event_enums import TAKING_A_PLACE, EntryState
from tournaments.selectors.events.people import by_name, called, left_the_club, people_of, places_of
from tournaments.services.events.check_in import check_in as check_in_entry
from tournaments.services.events.check_in import check_in_everybody, undo_check_in
from tournaments.web.events.organising_access import (
    event_allowing,
    find_entry,
    for_organisers,
    organising_context,
    to,
)

# Each takes its time to draw.
CODES_PER_PAGE = 200


@for_organisers
def check_in(request: HttpRequest, key: str) -> HttpResponse:
    """Who is still missing stands first; a few letters of the name find somebody."""
    event = event_allowing(request, key, "events.check_in")
    search = request.GET.get("q", "").strip()
    people = [entry for entry in people_of(event, request.user) if entry.state in TAKING_A_PLACE]
    people = by_name(called(people, search) if search else people)
    people.sort(key=lambda one: one.state == EntryState.CHECKED_IN)
    context = organising_context(
        request,
        event,
        "check_in",
        people=people,
        places=places_of(event),
        left=left_the_club(event),
        search=search,
    )
    return render(request, "tournaments/events/organising/check_in.html", context)


@require_POST
@for_organisers
def is_there(request: HttpRequest, key: str, entry_id: str) -> HttpResponse:
    event = event_allowing(request, key, "events.check_in")
    entry = find_entry(request, event, entry_id)
    with errors_as_messages(request):
        check_in_entry(actor=request.user, entry=entry)
        messages.success(request, _("%(name)s is there.") % {"name": entry.player.shown.name})
    return to("check_in", event)


@require_POST
@for_organisers
def everybody_is_there(request: HttpRequest, key: str) -> HttpResponse:
    event = event_allowing(request, key, "events.check_in")
    with errors_as_messages(request):
        count = check_in_everybody(actor=request.user, event=event)
        if count:
            text = ngettext("One more player is there.", "%(number)s more players are there.", count)
            messages.success(request, text % {"number": count})
        if left := len(left_the_club(event)):
            text = ngettext(
                "One player on the list is not in the club any more.",
                "%(number)s players on the list are not in the club any more.",
                left,
            )
            messages.warning(request, text % {"number": left})
        elif not count:
            messages.info(request, _("Everybody is there already."))
    return to("check_in", event)


@require_POST
@for_organisers
def is_not_there(request: HttpRequest, key: str, entry_id: str) -> HttpResponse:
    event = event_allowing(request, key, "events.check_in")
    entry = find_entry(request, event, entry_id)
    with errors_as_messages(request):
        undo_check_in(actor=request.user, entry=entry)
        messages.success(request, _("%(name)s is not there yet.") % {"name": entry.player.shown.name})
    return to("check_in", event)


@for_organisers
def door_code(request: HttpRequest, key: str) -> HttpResponse:
    """To print and hang up: players with an account scan it and are checked in."""
    event = event_allowing(request, key, "events.check_in")
    address = request.build_absolute_uri(reverse("events:door", args=[event.address_key, event.door_key]))
    context = organising_context(request, event, "check_in", address=address, code=inline_qr_code(address))
    return render(request, "tournaments/events/organising/door_code.html", context)


@for_organisers
def place_codes(request: HttpRequest, key: str) -> HttpResponse:
    """One code for each player, to print and cut: it checks in and shows the table without an account."""
    event = event_allowing(request, key)
    people = [entry for entry in people_of(event, request.user) if entry.state in TAKING_A_PLACE]
    page = Paginator(people, CODES_PER_PAGE).get_page(request.GET.get("page"))
    codes = inline_qr_codes(
        [request.build_absolute_uri(reverse("events:place", args=[entry.token])) for entry in page]
    )
    context = organising_context(
        request, event, "check_in", page=page, codes=list(zip(page, codes, strict=True))
    )
    return render(request, "tournaments/events/organising/place_codes.html", context)
