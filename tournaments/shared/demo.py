"""What the demo of both families is made from: owners of demo clubs, invented sheets, and games that count at once."""

import random
from collections.abc import Sequence
from datetime import date
from typing import Any

from caledonia_site.common.public_id import ALPHABET, LENGTH
from games.clubs.enums import Role
from games.clubs.models import Club
from games.players.actors import Actor
from games.players.models import Player, User
from games.results.models import Game
from games.results.services.record import record_game
from games.results.services.results import Circumstances, Person
from games.results.services.verdicts import settle_game
from games.systems import default_system, system_of

SYSTEM = default_system()


def owner_of(club: Club) -> User:
    owner = club.memberships.get(role=Role.OWNER).player.account
    if owner is None:
        raise ValueError("a demo club belongs to an account")
    return owner


def members_of(club: Club) -> list[Player]:
    """In the order they came."""
    return [membership.player for membership in club.memberships.select_related("player").order_by("pk")]


def new_key(rng: random.Random) -> str:
    """A public id that is the same for the same random numbers."""
    return "".join(rng.choices(ALPHABET, k=LENGTH))


def sheet_for(rng: random.Random, people: int) -> dict[str, Any]:
    """Invented until one has so many seats; about one in three has."""
    demo = system_of(SYSTEM).demo
    if demo is None:
        raise LookupError(f"the game system “{SYSTEM}” has no demo")
    while True:
        sheet = demo.invent_sheet(rng)
        if len(sheet["seats"]) == people and not any(seat.get("kind") for seat in sheet["seats"]):
            return sheet


def play_game(
    rng: random.Random,
    sheet: dict[str, Any],
    *,
    actor: Actor,
    club: Club,
    players: Sequence[Player],
    on: date,
) -> Game:
    """Recorded by the owner, and confirmed."""
    game = record_game(
        actor=actor,
        system=SYSTEM,
        sheet=sheet,
        circumstances=Circumstances(played_on=on),
        people=[Person(player=player) for player in players],
        club=club,
        warnings_confirmed=True,
    )
    game.public_id, game.is_demo = new_key(rng), True
    game.save(update_fields=["public_id", "is_demo"])
    return settle_game(actor=actor, game=game, version=game.version)
