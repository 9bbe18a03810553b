"""Stored games as records for a file, with names as the one who asks may know them."""

from collections.abc import Iterator
from typing import Any

from django.db.models import Prefetch, QuerySet

from caledonia_site.common.formatting import parse_int
from games.exchange.formats.jsonl import SOURCE
from games.exchange.formats.records import GameRecord, SeatRecord
from games.players.viewers import Viewer
from games.results.models import Game, Seat
from games.results.selectors.games import readable_notes
from games.results.services.new_games import RESULT
from games.results.wording import seat_name
from games.systems import traits_of

BATCH = 500


def records_of(games: QuerySet[Game], viewer: Viewer) -> Iterator[GameRecord]:
    """In the order of the row numbers, some hundred at a time: any number of games needs the same memory."""
    last = 0
    while batch := list(_complete(games.filter(pk__gt=last).order_by("pk")[:BATCH], viewer)):
        yield from (record_of(game) for game in batch)
        last = batch[-1].pk


def _complete(games: QuerySet[Game], viewer: Viewer) -> QuerySet[Game]:
    seats = Seat.objects.order_by("index").shown_to(viewer)
    return games.prefetch_related(Prefetch("seats", queryset=seats), "versions")


def record_of(game: Game) -> GameRecord:
    """Of a game fetched with its seats and their players as somebody may see them."""
    sheet = _sheet(game)
    raw_seats = sheet["seats"] if sheet else [{} for _ in range(game.seat_count)]
    seats = tuple(
        _seat(seat, game.system, raw) for seat, raw in zip(game.seats.all(), raw_seats, strict=True)
    )
    return GameRecord(
        where="",
        source=f"{SOURCE}:{game.public_id}",
        system=game.system,
        played_on=game.played_on,
        finished_at=game.finished_at,
        duration_minutes=game.duration_minutes,
        place=game.place,
        notes=readable_notes(game),
        seats=seats,
        sheet=None if sheet is None or RESULT in sheet else sheet,
    )


def _sheet(game: Game) -> dict[str, Any] | None:
    """The current sheet without names, which each reader knows or does not."""
    sheet: dict[str, Any] | None = next(
        (version.sheet for version in game.versions.all() if version.number == game.version), None
    )
    if sheet is None:
        return None
    seats = [{key: value for key, value in seat.items() if key != "player"} for seat in sheet["seats"]]
    return sheet | {"seats": seats}


def _seat(seat: Seat, system: str, raw: dict[str, Any]) -> SeatRecord:
    shown = seat.shown
    return SeatRecord(
        name=seat_name(seat, system),
        source_id=(shown.public_id or "") if shown else "",
        is_bot=seat.is_bot,
        dimension=seat.faction,
        position=parse_int(str(raw.get(traits_of(system).position, "")), digits=9),
        total=seat.total,
        place=seat.rank,
        lines={key: vp for key, (_quantity, vp) in seat.lines.items()} or None,
    )
