"""The round on a beamer (who sits where, by name, page after page, and the clock) and slips of paper for the tables
with a QR code that leads to the sheet.

The screen turns its pages by itself and needs no script for that; who cannot read as fast lets it stay on one.
"""

from typing import Any, NamedTuple

from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from caledonia_site.common.permissions import may
from caledonia_site.common.pictures.qr import inline_qr_codes
from caledonia_site.common.rate_limits import limits_wrong_links
from games.joint_sheets.slips import slip_address
from games.players.names import normalised
from tournaments.events.selectors.events import event_by_screen_key
from tournaments.events.selectors.rounds import (
    SHEET_SOURCE,
    RoundView,
    last_published_round,
    round_view,
    view_of,
)
from tournaments.events.web.event import find_event
from tournaments.events.web.tables import clock_of, setup_facts

# Three columns that a beamer shows without scrolling, some names on two lines.
NAMES_ON_A_PAGE = 42
SECONDS_PER_PAGE = 12
TEMPLATE = "events/screen.html"


class Line(NamedTuple):
    """A name with table and seat, or with what they do instead of playing."""

    name: str
    table: int | None
    seat: int | None
    bye: str | Promise


@require_safe
def screen(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = find_event(request, key)
    view = round_view(event, number, request.user)
    here = reverse("events:screen", args=[event.address_key, number])
    back = reverse("events:round", args=[event.address_key, number])
    return render(request, TEMPLATE, _context(request, view, here) | {"event": event, "back": back})


@never_cache
@require_safe
@limits_wrong_links
def room_screen(request: HttpRequest, screen_key: str) -> HttpResponse:
    """The last published round with everybody's name, for those in the room: the link is secret, and an organiser
    can end it. It stays on the wall all day, so it goes on to the next round by itself.
    """
    event = event_by_screen_key(screen_key)
    if event is None:
        raise Http404
    here = reverse("events:room_screen", args=[screen_key])
    event_round = last_published_round(event)
    if event_round is None:
        context: dict[str, Any] = {"refresh": f"{SECONDS_PER_PAGE};url={here}"}
    else:
        context = _context(request, view_of(event_round, AnonymousUser(), named=True), here)
    return render(request, TEMPLATE, context | {"event": event, "is_secret": True})


def _context(request: HttpRequest, view: RoundView, here: str) -> dict[str, Any]:
    lines = [
        Line(seat.shown.name, table.number, seat.number, "") for table in view.tables for seat in table.seats
    ] + [Line(bye.shown.name, None, None, bye.kind.label) for bye in view.byes]
    lines.sort(key=lambda line: (normalised(line.name), line.name, line.table or 0))
    page = Paginator(lines, NAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    following = page.next_page_number() if page.has_next() else 1
    stays = "stay" in request.GET
    return {
        "view": view,
        "page": page,
        "here": here,
        "stays": stays,
        "refresh": "" if stays else f"{SECONDS_PER_PAGE};url={here}?page={following}",
        "clock": clock_of(view.round, timezone.now()),
        "setup": setup_facts(view.round),
    }


@require_safe
def slips(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = find_event(request, key)
    view = round_view(event, number, request.user)
    # The code of a slip is the proof of sitting there, so only whoever puts the slips on the tables reads it.
    proves = may(request.user, "events.run_event", event)
    addresses = [
        slip_address(f"{SHEET_SOURCE}:{table.table.public_id}") if proves else table.enter_address
        for table in view.tables
    ]
    codes = inline_qr_codes([request.build_absolute_uri(address) for address in addresses])
    context = {
        "event": event,
        "view": view,
        "setup": setup_facts(view.round),
        "slips": list(zip(view.tables, codes, strict=True)),
        "proves": proves,
    }
    return render(request, "events/slips.html", context)
