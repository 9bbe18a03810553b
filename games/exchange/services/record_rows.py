"""Record games of a file, many in one transaction, each of them whole or not at all."""

from collections.abc import Sequence
from typing import Any

from django.db import DataError, IntegrityError, transaction

from caledonia_site.common.errors import UserError
from games.exchange.enums import RowState
from games.exchange.formats.imports_from_vp import recovered_quantities
from games.exchange.formats.records import GameRecord
from games.exchange.models import ImportBatch, ImportedGame, ImportRow
from games.exchange.selectors.imports import imported_games
from games.exchange.services.meanings import Meanings
from games.exchange.storing import restored
from games.models import Game
from games.services.errors import SheetRejectedError
from games.services.new_games import ResultSeat
from games.services.record_games import PlayedGame, record_games
from games.services.results import Circumstances
from scoring import registry

ONE_BY_ONE = (IntegrityError, DataError, UserError)


def record_rows(*, batch: ImportBatch, rows: Sequence[ImportRow]) -> list[ImportRow]:
    """The rows dealt with, each saying what became of it: all, or those before a game that comes a second time,
    so that every game is looked for where the earlier ones are stored.
    """
    rows = _before_a_repetition(rows)
    try:
        with transaction.atomic():
            _record(batch, rows)
    except ONE_BY_ONE:
        # Something that only the database saw, such as another import of the same games at this moment.
        for row in rows:
            _record_alone(batch, row)
    return rows


def _record_alone(batch: ImportBatch, row: ImportRow) -> None:
    try:
        with transaction.atomic():
            _record(batch, [row])
    except UserError as error:
        _refuse(row, error.code)
    except (IntegrityError, DataError):
        _refuse(row, "not_storable")


def _record(batch: ImportBatch, rows: Sequence[ImportRow]) -> None:
    there = imported_games(account=batch.account, club=batch.club, sources=_sources(rows))
    waiting = [row for row in rows if (row.record or {})["source"] not in there]
    for row in rows:
        if (row.record or {})["source"] in there:
            _refuse(row, "imported_before")
    meanings = Meanings.of(batch, waiting)
    outcomes = record_games(
        actor=batch.account,
        played=[_played(restored(row.record or {}), meanings) for row in waiting],
        club=batch.club,
    )
    for row, outcome in zip(waiting, outcomes, strict=True):
        if isinstance(outcome, Game):
            row.state, row.game = RowState.IMPORTED, outcome
        elif isinstance(outcome, SheetRejectedError):
            _refuse(row, outcome.code, path=outcome.violations[0].path)
        else:
            _refuse(row, outcome.code)
    ImportedGame.objects.bulk_create(
        ImportedGame(source=row.record["source"], club=batch.club, account=batch.account, game=row.game)
        for row in waiting
        if row.game and row.record and row.record["source"]
    )


def _before_a_repetition(rows: Sequence[ImportRow]) -> list[ImportRow]:
    seen: set[str] = set()
    for index, row in enumerate(rows):
        source = (row.record or {})["source"]
        if source in seen:
            return list(rows[:index])
        if source:
            seen.add(source)
    return list(rows)


def _sources(rows: Sequence[ImportRow]) -> list[str]:
    return [source for row in rows if (source := (row.record or {})["source"])]


def _refuse(row: ImportRow, code: str, **params: Any) -> None:
    row.state, row.game, row.reason = RowState.FAILED, None, {"code": code, "params": params}


def _played(record: GameRecord, meanings: Meanings) -> PlayedGame:
    return PlayedGame(
        system=record.system,
        circumstances=Circumstances(
            played_on=record.played_on,
            finished_at=record.finished_at,
            place=record.place,
            duration_minutes=record.duration_minutes,
            notes=record.notes,
        ),
        people=[meanings.person(seat) for seat in record.seats],
        sheet=record.sheet,
        seats=_seats(record, meanings) if record.sheet is None else (),
    )


def _seats(record: GameRecord, meanings: Meanings) -> list[ResultSeat]:
    lines = [seat.lines or {} for seat in record.seats]
    quantities: list[dict[str, int]] = [{} for _ in record.seats]
    if all(lines):
        quantities, _findings = recovered_quantities(lines)
    known = {line.key for line in registry.get(record.system).description.lines} if any(lines) else set()
    return [
        ResultSeat(
            total=seat.total,
            place=seat.place,
            dimension=meanings.dimension(record.system, seat.dimension),
            is_bot=seat.is_bot,
            position=seat.position,
            lines={key: (counted.get(key), vp) for key, vp in points.items() if key in known},
        )
        for seat, points, counted in zip(record.seats, lines, quantities, strict=True)
    ]
