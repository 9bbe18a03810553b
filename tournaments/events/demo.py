"""Invented tournaments for the demo clubs: one that is over, one that runs."""

import random
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Any

from django.utils import timezone

from caledonia_site.common.public_id import ALPHABET, LENGTH
from games.clubs.enums import Role
from games.clubs.models import Club
from games.results.services.record import record_game
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import settle_game
from games.systems import default_system, system_of
from tournaments.events.configuration import EventConfiguration, SetupPlan
from tournaments.events.models import Event, EventEntry, EventTable
from tournaments.events.services.draws import draw_round
from tournaments.events.services.events import EventDetails, create_event, finish_event
from tournaments.events.services.registration import add_entry
from tournaments.events.services.results import report_table
from tournaments.events.services.rounds import publish_round, start_clock
from tournaments.formats.stages import Kind, Stage
from tournaments.leagues.demo import sheet_for

SYSTEM = default_system()
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
    finish_event(actor=_owner(over.club), event=over)
    running = _event(rng, clubs[1], "Coupe des Chardons", today, (Stage(kind=Kind.SWISS, rounds=3),))
    _round(rng, running, 1, missing=0)
    _round(rng, running, 2, missing=1)
    start_clock(actor=_owner(running.club), event=running, number=2)
    return 2


def _setup_plan() -> SetupPlan:
    demo = system_of(SYSTEM).demo
    return SetupPlan(fields=demo.drawn_setup, offer=OFFERED) if demo else SetupPlan()


def _owner(club: Club) -> Any:
    return club.memberships.get(role=Role.OWNER).player.account


def _key(rng: random.Random) -> str:
    return "".join(rng.choices(ALPHABET, k=LENGTH))


def _event(rng: random.Random, club: Club, name: str, on: date, stages: Sequence[Stage]) -> Event:
    owner = _owner(club)
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
    members = [one.player for one in club.memberships.select_related("player").order_by("pk")]
    for player in members[:PLAYERS]:
        entry = add_entry(actor=owner, event=event, player=player)
        EventEntry.objects.filter(pk=entry.pk).update(public_id=_key(rng))
    return event


def _round(rng: random.Random, event: Event, number: int, *, missing: int) -> None:
    owner = _owner(event.club)
    made = draw_round(actor=owner, event=event, number=number)
    publish_round(actor=owner, event=event, number=number, version=made.version)
    tables = list(made.tables.order_by("number"))
    for table in tables[: len(tables) - missing]:
        table.round.event = event
        _play(rng, event, table, owner)


def _play(rng: random.Random, event: Event, table: EventTable, owner: Any) -> None:
    seats = list(table.seats.select_related("entry__player").order_by("index"))
    game = record_game(
        actor=owner,
        system=SYSTEM,
        sheet=sheet_for(rng, len(seats)),
        circumstances=Circumstances(played_on=event.starts_on),
        people=[Person(player=seat.entry.player) for seat in seats],
        club=event.club,
        warnings_confirmed=True,
    )
    game.public_id, game.is_demo = _key(rng), True
    game.save(update_fields=["public_id", "is_demo"])
    settle_game(actor=owner, game=game, version=game.version)
    report_table(actor=owner, table=table, game=game)
