"""Slips of paper for the tables: who sits where, and a QR code that leads to the sheet."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from caledonia_site.common.qr_codes import inline_qr_codes
from tournaments.selectors.events.rounds import round_view
from tournaments.web.events.access import find_event
from tournaments.web.events.table_view import setup_facts


@require_safe
def slips(request: HttpRequest, key: str, number: int) -> HttpResponse:
    event = find_event(request, key)
    view = round_view(event, number, request.user)
    codes = inline_qr_codes([request.build_absolute_uri(table.enter_address) for table in view.tables])
    context = {
        "event": event,
        "view": view,
        "setup": setup_facts(view.round),
        "slips": list(zip(view.tables, codes, strict=True)),
    }
    return render(request, "tournaments/events/slips.html", context)
