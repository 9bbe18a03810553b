"""Finding tournaments for whoever asks, and what every page of one shows."""

from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from caledonia_site.common.permissions import answers
from tournaments.event_enums import EventState
from tournaments.models import Event
from tournaments.selectors.events.events import event_for

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
