"""Every action on a club's tournaments, and the services by which people try it."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from games.players.models import Player
from tests.permissions.people import KINDS
from tournaments.events.enums import Admission, EventState, SeatingRuleKind
from tournaments.events.models import Event, EventRound, EventSeat, EventTable, Participant

# Besides the kinds of people around a club: a member who plays in the tournament, and sits at the table.
EVENT_KINDS = KINDS | {"player": "Plays in it"}


@dataclass(frozen=True)
class EventAction:
    """`of` is what the permission is asked about; `act` tries it, given the person and a stage with everything."""

    label: str
    permission: str
    of: str = "event"
    act: Callable[[Any, Any], Any] | None = None
    private: bool = False
    state: EventState = EventState.RUNNING
    admission: Admission = Admission.MEMBERS


def imagined(action: EventAction, club: Any, account_id: int | None, *, plays: bool) -> Any:
    """The thing without a database."""
    event = Event(pk=1, club=club, state=action.state, admission=action.admission)
    event._asked_by, event._names_asker = account_id, plays
    player = Player(pk=1, account_id=account_id if plays else 99)
    participant = Participant(pk=1, event=event, player=player)
    table = EventTable(pk=1, round=EventRound(pk=1, event=event))
    table._prefetched_objects_cache = {"seats": [EventSeat(index=0, participant=participant)]}
    return {"club": club, "event": event, "participant": participant, "table": table}[action.of]


def _create(who: Any, stage: Any) -> Any:
    from tests.factories.events import SWISS, event_details
    from tournaments.events.services.events import create_event

    return create_event(actor=who, club=stage.club, details=event_details(), stages=SWISS)


def _see(who: Any, stage: Any) -> Any:
    from tournaments.events.selectors.events import event_for

    return event_for(stage.event.public_id, who)


def _register(who: Any, stage: Any) -> Any:
    from tournaments.events.services.registration import register

    return register(actor=who, event=stage.event)


def _wish(who: Any, stage: Any) -> Any:
    from tournaments.events.services.requests import add_seating_rule

    one, other = stage.event.participants.order_by("pk")[:2]
    return add_seating_rule(actor=who, event=stage.event, first=one, second=other, kind=SeatingRuleKind.APART)


def _check_in(who: Any, stage: Any) -> Any:
    from tournaments.events.services.check_in import check_in

    return check_in(actor=who, participant=stage.participant)


def _report(who: Any, stage: Any) -> Any:
    from tests.factories.events import sheet_game
    from tournaments.events.services.results import report_table

    return report_table(actor=who, table=stage.table, game=sheet_game(stage.table))


def _note(who: Any, stage: Any) -> Any:
    from tournaments.events.services.requests import write_note

    return write_note(actor=who, event=stage.event, text="Calm")


def _finish_again(who: Any, stage: Any) -> Any:
    from tournaments.events.services.events import reopen_event

    return reopen_event(actor=who, event=stage.event)


def _delete(who: Any, stage: Any) -> Any:
    from tournaments.events.services.events import delete_event

    return delete_event(actor=who, event=stage.event)


OPEN = EventState.REGISTRATION
EVENT_ACTIONS = [
    EventAction("See a tournament of a public or unlisted club", "events.see_event", act=_see),
    EventAction("See a tournament of a private club", "events.see_event", act=_see, private=True),
    EventAction("Set up a tournament", "events.create_event", "club", act=_create),
    EventAction("Register where members may", "events.register", act=_register, state=OPEN),
    EventAction(
        "Register, or ask to, where everybody may",
        "events.register",
        act=_register,
        state=OPEN,
        admission=Admission.EVERYBODY,
    ),
    EventAction(
        "Register where only the invited may",
        "events.register",
        act=_register,
        state=OPEN,
        admission=Admission.INVITED,
    ),
    EventAction("Leave or sit out oneself", "events.answer_for_entry", "participant"),
    EventAction("Check players in", "events.check_in", act=_check_in, state=OPEN),
    EventAction("Enter a table’s result", "events.enter_result", "table", act=_report),
    EventAction(
        "Run it: settings, list, draws, tables, clock, decisions, penalties", "events.run_event", act=_wish
    ),
    EventAction("Run a finished one", "events.run_event", state=EventState.FINISHED),
    EventAction(
        "Read and write judges’ notes, see rounds before they are published", "events.see_notes", act=_note
    ),
    EventAction(
        "Reopen a finished tournament",
        "events.reopen_event",
        act=_finish_again,
        state=EventState.FINISHED,
    ),
    EventAction("Delete a tournament", "events.delete_event", act=_delete),
]
