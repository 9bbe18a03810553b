"""Tournaments for tests."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from caledonia_site.common.jobs.runner import process_marks
from games.clubs.enums import Role
from games.results.models import Game
from games.results.services.results import Circumstances, Person
from tests.factories.clubs import ClubFactory, MembershipFactory, member_of, members_of
from tests.factories.games import clans_seat, clans_sheet, recorded_game
from tests.factories.people import PlayerFactory
from tournaments.events.models import Event, EventAuditRecord, EventRound, EventTable, Participant
from tournaments.events.services.draws import draw_round
from tournaments.events.services.events import EventDetails, create_event
from tournaments.events.services.registration import add_participant
from tournaments.events.services.results import report_table
from tournaments.events.services.rounds import publish_round
from tournaments.formats.stages import Kind, Stage

DAY = date(2026, 5, 2)
CLANS = ("campbell", "stewart", "robertson", "buchanan")
SWISS = (Stage(kind=Kind.SWISS, rounds=4),)


def event_details(**changes: Any) -> EventDetails:
    given: dict[str, Any] = {
        "name": "Spring Cup",
        "system": "clans_of_caledonia",
        "starts_on": DAY,
        "ends_on": DAY,
        "needs_check_in": False,
    }
    return EventDetails(**(given | changes))


def event_of(
    *, players: int = 0, club: Any = None, stages: Sequence[Stage] = SWISS, actor: Any = None, **changes: Any
) -> Event:
    """An event with so many members on its list; `event.run_by` organises it and does not play."""
    club = club or ClubFactory()
    actor = actor or member_of(club, Role.ORGANISER)
    event = create_event(actor=actor, club=club, details=event_details(**changes), stages=stages)
    enter_many(event, actor, players)
    event.run_by = actor
    return event


def enter(event: Event, actor: Any, **fields: Any) -> Any:
    """A new member of the club on the list."""
    player = MembershipFactory(club=event.club, player=PlayerFactory()).player
    return add_participant(actor=actor, event=event, player=player, **fields)


def enter_many(event: Event, actor: Any, number: int) -> None:
    """As `enter` so many times; without a limit of places all others stand there as the first, written at once."""
    if event.cap or number < 2:
        for _ in range(number):
            enter(event, actor)
        return
    first = enter(event, actor)
    participants = [
        Participant(event=event, player=player, state=first.state, joined_round=first.joined_round)
        for player in members_of(event.club, number - 1)
    ]
    Participant.objects.bulk_create(participants)
    line = first.audit.get()
    EventAuditRecord.objects.bulk_create(
        EventAuditRecord(
            event=event, kind=line.kind, account=actor, participant=participant, detail=line.detail
        )
        for participant in participants
    )


def posted_round(event: Event) -> EventRound:
    """The next round, drawn and published."""
    actor = event.run_by
    made = draw_round(actor=actor, event=event, number=event.rounds.count() + 1)
    made.event = event
    return publish_round(actor=actor, event=event, number=made.number, version=made.version)


def sheet_game(
    table: EventTable, *, order: Sequence[int] | None = None, on: date = DAY, **fields: Any
) -> Game:
    """A recorded game of the table; `order` names the seats from the winner on (by default the first seat wins)."""
    seats = list(table.seats.select_related("participant__player").order_by("index"))
    order = order or range(len(seats))
    glory = {seat: 60 - 10 * place for place, seat in enumerate(order)}
    rows = [clans_seat(clan=CLANS[index], glory=glory[index]) for index in range(len(seats))]
    given = {"club": table.event.club, "circumstances": Circumstances(played_on=on)} | fields
    people = [Person(player=seat.participant.player) for seat in seats]
    return recorded_game(*people, sheet=clans_sheet(*rows), warnings_confirmed=True, **given)


def play_table(event: Event, table: EventTable, **fields: Any) -> Game:
    table.round.event = event
    game = sheet_game(table, **fields)
    report_table(actor=event.run_by, table=table, game=game)
    return game


def play_round(event: Event) -> EventRound:
    """Draw, publish and play the next round; the first seat always wins."""
    made = posted_round(event)
    for table in made.tables.filter(decision="").order_by("number"):
        play_table(event, table)
    return made


def refresh_event(event: Event) -> None:
    process_marks(topic="event_standings", key=event.public_id)
