"""The round on a beamer: who sits where, by name, page after page, and the clock.

It turns its pages by itself and needs no script for that; who cannot read as fast lets it stay on one.
"""

from typing import Any, NamedTuple

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import Promise
from django.views.decorators.http import require_safe

from games.players.names import normalised
from tournaments.selectors.events.rounds import round_view
from tournaments.web.events.access import find_event
from tournaments.web.events.table_view import clock_of, setup_facts

# Three columns that a beamer shows without scrolling, some names on two lines.
NAMES_ON_A_PAGE = 42
SECONDS_PER_PAGE = 12


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
    lines = [
        Line(seat.shown.name, table.number, seat.number, "") for table in view.tables for seat in table.seats
    ] + [Line(one.shown.name, None, None, one.kind.label) for one in view.byes]
    lines.sort(key=lambda line: (normalised(line.name), line.name, line.table or 0))
    page = Paginator(lines, NAMES_ON_A_PAGE).get_page(request.GET.get("page"))
    following = page.next_page_number() if page.has_next() else 1
    stays = "stay" in request.GET
    here = reverse("events:screen", args=[event.address_key, number])
    context: dict[str, Any] = {
        "event": event,
        "view": view,
        "page": page,
        "here": here,
        "stays": stays,
        "refresh": "" if stays else f"{SECONDS_PER_PAGE};url={here}?page={following}",
        "clock": clock_of(view.round, timezone.now()),
        "setup": setup_facts(view.round),
    }
    return render(request, "tournaments/events/screen.html", context)
