"""Sheets and recorded games for tests."""

from datetime import date
from typing import Any

from django.contrib.auth.models import AnonymousUser

from games.players.models import User
from games.results.enums import VerdictMeans
from games.results.models import Game
from games.results.services.proofs import Proof, Ticket
from games.results.services.record import record_game
from games.results.services.results import Circumstances, Person

PLAYED = Circumstances(played_on=date(2026, 5, 2))


def clans_seat(**changes: Any) -> dict[str, Any]:
    """A seat of Clans of Caledonia with every required field; by hand 45 + 3 + 2×4 + 2 + 6 = 64 VP besides
    imports and rankings."""
    return {
        "glory": 45, "basic_goods": 3, "processed_goods": 4, "money": 27, "hops": 6,
        "cotton": 0, "tobacco": 0, "sugar_cane": 0, "contracts": 5, "settlements": 8,
    } | changes  # fmt: skip


def clans_sheet(*seats: dict[str, Any], **options: Any) -> dict[str, Any]:
    return {"options": options, "seats": list(seats)}


def two_seats() -> dict[str, Any]:
    """Exports 5 : 4 (8 : 0) and settlements 8 : 6 (12 : 0), so 84 : 64."""
    return clans_sheet(clans_seat(clan="campbell"), clans_seat(clan="stewart", contracts=4, settlements=6))


def recorded_game(*people: Person, sheet: dict[str, Any] | None = None, **fields: Any) -> Game:
    sheet = sheet or two_seats()
    seated = list(people) or [Person(name=f"Player {number + 1}") for number in range(len(sheet["seats"]))]
    arguments = {"system": "clans_of_caledonia", "circumstances": PLAYED} | fields
    actor = arguments.pop("recorder", None) or (keeper() if arguments.get("club") else AnonymousUser())
    return record_game(actor=actor, sheet=sheet, people=seated, **arguments)


def keeper() -> User:
    """Site staff without a player, who may do everything with a game: for what has to be done, by whomever."""
    return User.objects.get_or_create(email="keeper@example.org", defaults={"is_staff": True})[0]


def by_code(game: Game, phone: str = "a phone", *, shown_by: int | None = None) -> Proof:
    """Somebody without an account, who opened the code of the table on a phone."""
    ticket = Ticket(means=VerdictMeans.TABLE, game_id=game.pk, index=None, shown_by=shown_by)
    return Proof(device=phone, ticket=ticket)
