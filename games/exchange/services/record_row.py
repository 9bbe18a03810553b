"""Record one game of a file."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from caledonia_site.common.errors import UserError
from games.clubs.models import Membership
from games.clubs.services.add_guest_player import add_guest_player
from games.exchange.dimensions import dimension_meant
from games.exchange.enums import NameKind, UnknownNames
from games.exchange.formats.imports_from_vp import recovered_quantities
from games.exchange.formats.records import GameRecord, SeatRecord
from games.exchange.models import ImportBatch, ImportedGame, ImportName, ImportRow
from games.exchange.storing import restored
from games.models import Game
from games.players.models import Player
from games.players.names import normalised, tidy
from games.services.record_game import record_game
from games.services.record_result import ResultSeat, record_result
from games.services.results import Circumstances, Person
from scoring import registry


class ImportedBeforeError(UserError):
    code = "imported_before"
    message = _("This game is there already.")


@dataclass(frozen=True, slots=True)
class Meanings:
    """What the names of these rows mean."""

    players: dict[str, Player]
    dimensions: Mapping[tuple[str, str], str]

    @classmethod
    def of(cls, batch: ImportBatch, rows: Sequence[ImportRow]) -> "Meanings":
        keys = {
            normalised(tidy(seat[name]))
            for row in rows
            for seat in (row.record or {}).get("seats", [])
            for name in ("name", "dimension")
        }
        names = ImportName.objects.filter(batch=batch, spelling_key__in=keys).select_related("player")
        return cls(
            players={one.spelling_key: one.player for one in names if one.player},
            dimensions={
                (one.system, one.spelling_key): one.dimension
                for one in names
                if one.kind == NameKind.DIMENSION
            },
        )


def record_row(*, batch: ImportBatch, row: ImportRow, meanings: Meanings) -> Game:
    """All of it or nothing, and never twice. Raises the errors of recording, and ImportedBeforeError."""
    record = restored(row.record or {})
    people = [_person(batch, seat, meanings) for seat in record.seats]
    common: dict[str, Any] = {
        "system": record.system,
        "people": people,
        "circumstances": Circumstances(
            played_on=record.played_on,
            finished_at=record.finished_at,
            place=record.place,
            duration_minutes=record.duration_minutes,
            notes=record.notes,
        ),
        "recorder": batch.account,
        "club": batch.club,
    }
    if record.sheet is not None:
        game = record_game(sheet=record.sheet, warnings_confirmed=True, **common)
    else:
        game = record_result(seats=_seats(record, meanings), **common)
    if record.source:
        try:
            with transaction.atomic():
                ImportedGame.objects.create(
                    source=record.source, club=batch.club, account=batch.account, game=game
                )
        except IntegrityError:
            raise ImportedBeforeError from None
    return game


def _person(batch: ImportBatch, seat: SeatRecord, meanings: Meanings) -> Person:
    name = tidy(seat.name)
    if seat.is_bot or not name:
        return Person()
    key = normalised(name)
    if player := meanings.players.get(key):
        return Person(player=player)
    if batch.club is None or batch.unknown_names != UnknownNames.GUESTS:
        return Person(name=name)
    guests = Membership.objects.filter(club=batch.club, player__account=None, player__name_key=key)
    known = guests.select_related("player").first()
    player = (
        known.player if known else add_guest_player(actor=batch.account, club=batch.club, name=name).player
    )
    meanings.players[key] = player
    return Person(player=player)


def _seats(record: GameRecord, meanings: Meanings) -> list[ResultSeat]:
    lines = [seat.lines or {} for seat in record.seats]
    quantities: list[dict[str, int]] = [{} for _ in record.seats]
    if all(lines):
        quantities, _findings = recovered_quantities(lines)
    known = {line.key for line in registry.get(record.system).description.lines}
    return [
        ResultSeat(
            total=seat.total,
            place=seat.place,
            dimension=_dimension(record.system, seat.dimension, meanings),
            is_bot=seat.is_bot,
            position=seat.position,
            lines={key: (counted.get(key), vp) for key, vp in points.items() if key in known},
        )
        for seat, points, counted in zip(record.seats, lines, quantities, strict=True)
    ]


def _dimension(system: str, spelling: str, meanings: Meanings) -> str:
    if not spelling:
        return ""
    return dimension_meant(system, spelling) or meanings.dimensions.get((system, normalised(spelling)), "")
