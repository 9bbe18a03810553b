"""Finding a tournament and its things for who runs it, what all their pages show, and the obvious thing to do next."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from caledonia_site.common.errors import UserError
from caledonia_site.common.permissions import answers, may
from games.clubs.web.access import signed_in_player
from tournaments.events.enums import EventState, RoundState
from tournaments.events.models import Event, EventRound, EventTable, Participant
from tournaments.events.selectors.events import Spots, event_for, spots_of
from tournaments.events.selectors.stages import stage_state, tables_without_result
from tournaments.events.services.errors import EventFinishedError
from tournaments.events.web.event import STATE_TONES
from tournaments.formats.rounds import next_round
from tournaments.formats.stages import Kind
from tournaments.shared.errors import FieldError, ViolationsError

FEWEST = 2
# Stages that know by themselves how many rounds they have.
COUNTED = {Kind.SWISS, Kind.HEATS, Kind.FINAL}


@dataclass(frozen=True, slots=True)
class Step:
    """`posts`: the button does it at once, with `values`; otherwise it leads to a page."""

    text: str
    action: str
    address: str
    posts: bool = False
    values: dict[str, int] = field(default_factory=dict)


def next_step(event: Event) -> Step:
    last = event.rounds.select_related("stage").defer("request", "drawn").order_by("-number").first()
    if event.is_finished:
        return Step(_("The tournament is finished."), _("See the final ranking"), event.get_absolute_url())
    if last is None:
        return _before_the_first(event, spots_of(event))
    last.event = event
    if not last.is_published:
        return _unpublished(last)
    conflicts = EventTable.objects.filter(round__event=event, decision="", rival__isnull=False)
    conflict = conflicts.order_by("round__number", "number").first()
    if conflict:
        text = _("Table %(table)s has different results.") % {"table": conflict.number}
        return Step(text, _("Decide"), _address("table", event, conflict.public_id))
    # As the draw asks: a result that a correction gave to other players is none.
    waiting = [number for number, _table in tables_without_result(event)]
    if waiting:
        text = ngettext(
            "One table is still playing in round %(round)s.",
            "%(count)s tables are still playing in round %(round)s.",
            len(waiting),
        )
        message = text % {"count": len(waiting), "round": waiting[0]}
        return Step(message, _("See the tables"), _address("manage_round", event, waiting[0]))
    if rounds_are_left(last):
        return _draw(
            event, last.number + 1, _("All results of round %(round)s are in.") % {"round": last.number}
        )
    return Step(_("All rounds are played."), _("Finish the tournament"), _address("finish", event))


def rounds_are_left(last: EventRound) -> bool:
    """Without planning the next round, which would write: whether there is one."""
    event, stage = last.event, last.stage
    if event.stages.filter(number__gt=stage.number).exists():
        return True
    if stage.kind in COUNTED:
        return last.number_in_stage < stage.stage.rounds
    return next_round(stage_state(event, stage), seed="") is not None


def _before_the_first(event: Event, places: Spots) -> Step:
    if event.state == EventState.PLANNED and places.taken == 0:
        text = _("Nobody is on the list yet. Open the registration, or add players yourself.")
        return Step(text, _("Open the registration"), _address("open_registration", event), posts=True)
    playing = places.there if event.needs_check_in else places.taken
    count = ngettext("One player has a place.", "%(count)s players have a place.", places.taken)
    text = count % {"count": places.taken}
    if playing >= FEWEST:
        if event.needs_check_in:
            there = ngettext("One of them is there.", "%(count)s of them are there.", places.there)
            text = f"{text} {there % {'count': places.there}}"
        return _draw(event, 1, text)
    if event.needs_check_in and places.taken:
        text = f"{text} {_('Only who is checked in is drawn.')}"
        return Step(text, _("Check in the players"), _address("check_in", event))
    return Step(text, _("Add players"), _address("add_entry", event))


def _unpublished(last: EventRound) -> Step:
    event, number = last.event, last.number
    page = _address("manage_round", event, number)
    match last.state:
        case RoundState.DRAWING:
            return Step(_("Round %(round)s is being drawn.") % {"round": number}, _("Watch"), page)
        case RoundState.FAILED:
            text = _("Round %(round)s cannot be drawn: no draw keeps all wishes.") % {"round": number}
            return Step(text, _("See the wishes"), _address("wishes", event))
        case _:
            text = _("Round %(round)s is drawn. Nobody sees it yet.") % {"round": number}
            return Step(text, _("Look and publish round %(round)s") % {"round": number}, page)


def _draw(event: Event, number: int, text: str) -> Step:
    return Step(
        text,
        _("Draw round %(round)s") % {"round": number},
        _address("draw", event),
        posts=True,
        values={"number": number},
    )


def _address(name: str, event: Event, *more: object) -> str:
    return reverse(f"events:{name}", args=[event.address_key, *more])


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
    "run": gettext_lazy("Overview"),
    "manage_people": gettext_lazy("Players"),
    "check_in": gettext_lazy("Check-in"),
    "manage_rounds": gettext_lazy("Rounds"),
    "points": gettext_lazy("Penalties"),
    "notes": gettext_lazy("Notes"),
    "settings": gettext_lazy("Settings"),
    "history": gettext_lazy("History"),
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


def find_participant(request: HttpRequest, event: Event, entry_id: str) -> Participant:
    participant = (
        event.participants.filter(public_id=entry_id).shown_to(request.user, named=event.shows_names).first()
    )
    if participant is None:
        raise Http404
    participant.event = event
    return participant


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
