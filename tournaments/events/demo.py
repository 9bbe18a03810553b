"""Invented tournaments for the demo clubs: one that is over, one that runs."""

import random
from collections.abc import Sequence
from datetime import date, timedelta

from django.utils import timezone

from games.clubs.models import Club
from games.players.actors import Actor
from games.systems import system_of
from tournaments.events.configuration import EventConfiguration, SetupPlan
from tournaments.events.models import Event, EventTable, Participant
from tournaments.events.services.draws import draw_round
from tournaments.events.services.events import EventDetails, create_event, finish_event
from tournaments.events.services.registration import add_participant
from tournaments.events.services.results import report_table
from tournaments.events.services.rounds import publish_round, start_clock
from tournaments.formats.stages import Kind, Stage
from tournaments.shared.demo import SYSTEM, members_of, new_key, owner_of, play_game, sheet_for

# Up to so many the draw needs no compiler, so that the demo loads quickly.
PLAYERS = 8
OFFERED = 6


def seed_events(rng: random.Random, *, clubs: Sequence[Club]) -> int:
    """In the first club one that is over, with a final; in the second one whose second round is being played."""
    today = timezone.localdate()
    over = _event(
        rng,
        clubs[0],
        "Highland Open",
        today - timedelta(days=21),
        (Stage(kind=Kind.SWISS, rounds=3, advance=4), Stage(kind=Kind.FINAL)),
    )
    for number in range(1, 5):
        _round(rng, over, number, missing=0)
    finish_event(actor=owner_of(over.club), event=over)
    running = _event(rng, clubs[1], "Coupe des Chardons", today, (Stage(kind=Kind.SWISS, rounds=3),))
    _round(rng, running, 1, missing=0)
    _round(rng, running, 2, missing=1)
    start_clock(actor=owner_of(running.club), event=running, number=2)
    return 2


def _setup_plan() -> SetupPlan:
    demo = system_of(SYSTEM).demo
    return SetupPlan(fields=demo.drawn_setup, offer=OFFERED) if demo else SetupPlan()


def _event(rng: random.Random, club: Club, name: str, on: date, stages: Sequence[Stage]) -> Event:
    owner = owner_of(club)
    details = EventDetails(
        name=name,
        system=SYSTEM,
        starts_on=on,
        ends_on=on,
        place=club.town,
        needs_check_in=False,
        round_minutes=150,
        configuration=EventConfiguration(setup=_setup_plan()),
    )
    event = create_event(actor=owner, club=club, details=details, stages=stages)
    # The same demo for the same random numbers, also where the event's own lot decides.
    event.is_demo, event.lot_seed = True, rng.randrange(2**31)
    event.save(update_fields=["is_demo", "lot_seed"])
    for player in members_of(club)[:PLAYERS]:
        participant = add_participant(actor=owner, event=event, player=player)
        Participant.objects.filter(pk=participant.pk).update(public_id=new_key(rng))
    return event


def _round(rng: random.Random, event: Event, number: int, *, missing: int) -> None:
    owner = owner_of(event.club)
    event_round = draw_round(actor=owner, event=event, number=number)
    publish_round(actor=owner, event=event, number=number, version=event_round.version)
    tables = list(event_round.tables.order_by("number"))
    for table in tables[: len(tables) - missing]:
        table.round.event = event
        _play(rng, event, table, owner)


def _play(rng: random.Random, event: Event, table: EventTable, owner: Actor) -> None:
    players = [
        seat.participant.player
        for seat in table.seats.select_related("participant__player").order_by("index")
    ]
    sheet = sheet_for(rng, len(players))
    game = play_game(rng, sheet, actor=owner, club=event.club, players=players, on=event.starts_on)
    report_table(actor=owner, table=table, game=game)
