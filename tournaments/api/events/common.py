"""Finding a tournament for a request, acting in it, and refusing with every wrong value named."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.http import Http404
from rest_framework.request import Request

from caledonia_site.common.api_problems import FieldProblem, ProblemError
from games.api.acting import account_in
from games.players.models import User
from games.players.models.player import ShownPlayer
from tournaments.models import Event, EventEntry
from tournaments.selectors.events.events import event_for
from tournaments.services.events.errors import ViolationsError
from tournaments.wording.event_draw import told_mistake


def find_event(request: Request, public_id: str) -> tuple[Event, Any]:
    """The tournament as the asker may see it, and as whom they ask."""
    return event_for(public_id, request.user), request.user


def event_to_change(request: Request, public_id: str) -> tuple[Event, User]:
    """The services ask whether they may."""
    event, _actor = find_event(request, public_id)
    return event, account_in(request, event.club)


def find_entry(event: Event, entry_id: str) -> EventEntry:
    entry = event.entries.filter(public_id=entry_id).select_related("player").first()
    if entry is None:
        raise Http404
    entry.event = event
    return entry


def person(shown: ShownPlayer) -> dict[str, Any]:
    return {"public_id": shown.public_id, "name": shown.name}


@contextmanager
def violations_as_problems() -> Iterator[None]:
    """Every wrong value with its code and parameters, as for score sheets."""
    try:
        yield
    except ViolationsError as error:
        raise as_problem(error) from None


def as_problem(error: ViolationsError) -> ProblemError:
    wrong = [
        FieldProblem(one.path, one.code, told_mistake(one, {}), dict(one.params)) for one in error.violations
    ]
    return ProblemError(code=error.code, detail=str(error), errors=wrong, status=error.status)
