"""Who has confirmed or disputed, seat by seat, and the personal links of those who have not."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse

from games.enums import VerdictKind
from games.models import Game, Seat
from games.selectors.game_detail import verdict_on
from games.services.personal_links import token_for
from games.web.life.columns import SeatColumn
from games.wording import label


@dataclass(frozen=True, slots=True)
class Objection:
    """`line` is empty for the result as a whole."""

    line: str
    comment: str


@dataclass(frozen=True, slots=True)
class Confirmation:
    column: SeatColumn
    confirmed: bool
    disputed: bool
    objections: tuple[Objection, ...]
    link: str


def confirmations_of(
    game: Game, columns: Sequence[SeatColumn], *, request: HttpRequest, with_links: bool
) -> list[Confirmation]:
    """One for each seat of a person."""
    return [
        _confirmation(game, seat, column, request, with_links=with_links)
        for seat, column in zip(game.seats.all(), columns, strict=True)
        if not seat.is_bot
    ]


def _confirmation(
    game: Game, seat: Seat, column: SeatColumn, request: HttpRequest, *, with_links: bool
) -> Confirmation:
    verdict = verdict_on(seat, game.version)
    objections = verdict.objections if verdict else []
    return Confirmation(
        column=column,
        confirmed=verdict is not None and verdict.kind == VerdictKind.CONFIRMED,
        disputed=verdict is not None and verdict.kind == VerdictKind.DISPUTED,
        objections=tuple(
            Objection(
                str(label(game.system, f"line.{objection['line']}")) if objection["line"] else "",
                objection["comment"],
            )
            for objection in objections
        ),
        link=personal_link(request, game, seat) if with_links else "",
    )


def personal_link(request: HttpRequest, game: Game, seat: Seat) -> str:
    address = reverse("games:mine", args=[game.public_id, token_for(seat, game)])
    return request.build_absolute_uri(address)
