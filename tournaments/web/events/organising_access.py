"""Finding a tournament and its things for who runs it, and what all their pages show."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import answers, may
from games.clubs.web.access import signed_in_player
from tournaments.event_enums import EventState
from tournaments.models import Event, EventEntry
from tournaments.selectors.events.events import event_for
from tournaments.services.errors import FieldError
from tournaments.services.events.errors import EventFinishedError, ViolationsError
from tournaments.web.events.access import STATE_TONES
from tournaments.web.events.organising_next import next_step

OFFERED = [
    "events.run_event",
    "events.check_in",
    "events.see_notes",
    "events.reopen_event",
    "events.delete_event",
]

# What nobody may do once a tournament is finished.
OF_THE_LIVING = {"events.run_event", "events.check_in"}

TABS = {
    "run": _("Overview"),
    "manage_people": _("Players"),
    "check_in": _("Check-in"),
    "manage_rounds": _("Rounds"),
    "points": _("Penalties"),
    "notes": _("Notes"),
    "settings": _("Settings"),
    "history": _("History"),
}
# What who keeps the scores may open, besides organisers.
FOR_SCOREKEEPERS = {"check_in"}
# What only makes sense while the tournament can change.
WHILE_ALIVE = {"check_in", "settings"}


def for_organisers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """A page by which somebody changes a tournament. Whom another organiser's "finish" overtook is told so and sees the
    tournament as it is, instead of a refusal that explains nothing.
    """

    @signed_in_player
    @wraps(view)
    def wrapped(request: HttpRequest, key: str, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            return view(request, key, *args, **kwargs)
        except EventFinishedError as error:
            messages.error(request, str(error))
            return redirect("events:run", key)

    return wrapped


def event_allowing(request: HttpRequest, key: str, permission: str = "events.run_event") -> Event:
    """Raises EventFinishedError for an organiser of a tournament that is over: `for_organisers` answers it."""
    event = event_for(key, request.user)
    if not may(request.user, permission, event):
        if permission in OF_THE_LIVING and event.is_finished and may(request.user, "events.see_notes", event):
            raise EventFinishedError
        raise PermissionDenied
    return event


def find_entry(request: HttpRequest, event: Event, entry_id: str) -> EventEntry:
    entry = event.entries.filter(public_id=entry_id).shown_to(request.user, named=event.shows_names).first()
    if entry is None:
        raise Http404
    entry.event = event
    return entry


def organising_context(request: HttpRequest, event: Event, here: str, **more: Any) -> dict[str, Any]:
    """What every page of the organisers shows; `here` is the name of its tab."""
    allowed = answers(request.user, OFFERED, event)
    return {
        "event": event,
        "club": event.club,
        "state_tone": STATE_TONES[EventState(event.state)],
        "may": allowed,
        "tabs": _tabs(event, here, allowed),
        "step": next_step(event) if allowed["run_event"] or event.is_finished else None,
        **more,
    }


def put_event_error(form: Any, error: UserError) -> None:
    """At the field it belongs to, if the form has it; everything that is wrong at once."""
    if isinstance(error, ViolationsError) and hasattr(form, "put_violations"):
        form.put_violations(error.violations)
        return
    name = error.field if isinstance(error, FieldError) else ""
    form.add_error(name if name in form.fields else None, str(error))


def to(name: str, event: Event, *more: Any) -> HttpResponse:
    return redirect(reverse(f"events:{name}", args=[event.address_key, *more]))


def _tabs(event: Event, here: str, allowed: dict[str, bool]) -> list[dict[str, Any]]:
    names = [name for name in TABS if allowed["see_notes"] or name in FOR_SCOREKEEPERS]
    if event.is_finished:
        names = [name for name in names if name not in WHILE_ALIVE]
    return [
        {
            "label": TABS[name],
            "address": reverse(f"events:{name}", args=[event.address_key]),
            "is_here": name == here,
        }
        for name in names
    ]
