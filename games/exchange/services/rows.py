"""The games of a file as rows: read, told apart (new, there already, doubtful, unreadable) and recorded.

A file is read a part at a time, so that any number of games needs the same memory. Games are recorded many in one
transaction, each of them whole or not at all.
"""

from calendar import monthrange
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from django.db import DataError, IntegrityError, transaction
from django.db.models import Q, QuerySet

from caledonia_site.common.errors import UserError
from games.clubs.models import Club
from games.exchange.enums import FileForm, ImportState, RowKind, RowState
from games.exchange.formats.records import (
    Finding,
    GameRecord,
    Record,
    Skipped,
    Unreadable,
    UnreadableFileError,
)
from games.exchange.models import ImportBatch, ImportedGame, ImportName, ImportRow
from games.exchange.names import dimension_meant
from games.exchange.records import finding_to_json, read, record_from_json, record_to_json
from games.exchange.selectors.imports import imported_games
from games.exchange.services.names import Meanings, NamesOfFile
from games.players.models import User
from games.results.enums import GameState
from games.results.models import Game, Seat
from games.results.services.errors import SheetRejectedError
from games.results.services.new_games import ResultSeat
from games.results.services.record import PlayedGame, record_games
from games.results.services.results import Circumstances
from games.systems import system_of
from scoring import registry

# Two phones may be set to different days.
DAYS_APART = 1
# A result that says two things at once is for a person to look at, not to be taken silently.
DISTURBING = {"places_contradict", "total_differs"}
PUBLIC_ID_LENGTH = 10

Fingerprint = tuple[str, int, tuple[int, ...]]
Month = tuple[int, int]
# So many rows in one transaction: others who save something hardly wait.
ROWS_AT_A_TIME = 1_000
NOTHING = dict.fromkeys([*RowKind.values, "flagged", "total"], 0)
ONE_BY_ONE = (IntegrityError, DataError, UserError)


@dataclass(frozen=True, slots=True)
class Classified:
    where: str
    kind: RowKind
    record: GameRecord | None = None
    reason: Finding | None = None
    findings: tuple[Finding, ...] = ()


@dataclass(slots=True)
class Classifier:
    """Takes a file in parts. It remembers which games it has seen, and the results of the months it came across."""

    account: User
    club: Club | None
    _seen: set[str] = field(default_factory=set)
    _months: set[Month] = field(default_factory=set)
    _results: set[tuple[date, Fingerprint]] = field(default_factory=set)

    def classify(self, records: Sequence[Record]) -> Iterator[Classified]:
        games = [record for record in records if isinstance(record, GameRecord)]
        there = self._sources_there([record.source for record in games if record.source])
        self._look_at_months(games)
        for record in records:
            if isinstance(record, Unreadable):
                yield Classified(record.where, RowKind.UNREADABLE, reason=record.reason)
            elif isinstance(record, Skipped):
                yield Classified(record.where, RowKind.SKIPPED, reason=record.reason)
            else:
                yield self._game(_with_keys(record), there)
                self._seen.add(record.source or _own_key(record))

    def _game(self, record: GameRecord, there: set[str]) -> Classified:
        reason, contradictions = _check_record(record)
        if reason:
            return Classified(record.where, RowKind.UNREADABLE, record, reason)
        findings = (*record.findings, *contradictions)
        if record.source in there:
            return Classified(record.where, RowKind.KNOWN, record, Finding("imported_before"), findings)
        if (record.source or _own_key(record)) in self._seen:
            return Classified(record.where, RowKind.DOUBTFUL, record, Finding("twice_in_file"), findings)
        fingerprint = _fingerprint(record)
        if any((day, fingerprint) in self._results for day in _days_around(record)):
            return Classified(record.where, RowKind.DOUBTFUL, record, Finding("same_result_there"), findings)
        if any(finding.code in DISTURBING for finding in findings):
            return Classified(record.where, RowKind.DOUBTFUL, record, Finding("contradicts_itself"), findings)
        return Classified(record.where, RowKind.NEW, record, findings=findings)

    def _sources_there(self, sources: Sequence[str]) -> set[str]:
        imported = imported_games(account=self.account, club=self.club, sources=sources)
        # A file we wrote ourselves names our own games.
        own = {source.partition(":")[2]: source for source in sources}
        games = (
            Game.objects.filter(club=self.club)
            if self.club
            else Game.objects.filter(club=None, recorded_by=self.account)
        )
        ours = games.filter(public_id__in=[key for key in own if len(key) == PUBLIC_ID_LENGTH])
        return imported | {own[public_id] for public_id in ours.values_list("public_id", flat=True)}

    def _look_at_months(self, records: Iterable[GameRecord]) -> None:
        """Results of these days, whoever entered them; also what the person entered or played elsewhere: the same
        evening may be in another club already. By months, so that each is read once in whatever order games come.
        """
        months = {(day.year, day.month) for record in records for day in _days_around(record)}
        places = [Q(game__recorded_by=self.account), Q(game__seats__player__account=self.account)]
        if self.club:
            places.append(Q(game__club=self.club))
        for year, month in sorted(months - self._months):
            first, last = date(year, month, 1), date(year, month, monthrange(year, month)[1])
            seats = Seat.objects.filter(game__played_on__range=(first, last)).exclude(
                game__state=GameState.VOID
            )
            for place in places:
                self._results.update(_results(seats.filter(place)))
        self._months |= months


def _results(seats: QuerySet[Seat]) -> Iterator[tuple[date, Fingerprint]]:
    rows = seats.order_by("game").values_list(
        "game", "game__played_on", "game__system", "game__seat_count", "total"
    )
    for (_game, day, system, seat_count), of_game in groupby(
        rows.iterator(2_000), key=itemgetter(0, 1, 2, 3)
    ):
        yield day, (system, seat_count, tuple(sorted(row[4] for row in of_game)))


def _check_record(record: GameRecord) -> tuple[Finding | None, list[Finding]]:
    """What no rule of the game allows, and what does not fit together."""
    ruleset = registry.get(record.system)
    description = ruleset.description
    if not description.fewest_seats <= len(record.seats) <= description.most_seats:
        return Finding("seats_impossible", {"seats": len(record.seats)}), []
    if record.sheet is None:
        return None, _contradictions_of_lines(record)
    outcome = ruleset.evaluate(record.sheet)
    if outcome.breakdown is None:
        first = outcome.violations[0]
        return Finding("sheet_rejected", {"path": first.path, "violation": first.code}), []
    pairs = zip(outcome.breakdown.seats, record.seats, strict=False)
    return None, [
        Finding("total_differs", {"seat": index, "total": seat.total, "sum": scored.total})
        for index, (scored, seat) in enumerate(pairs)
        if scored.total != seat.total
    ]


def _contradictions_of_lines(record: GameRecord) -> list[Finding]:
    recover_counts = system_of(record.system).recover_counts
    if recover_counts is None or len(record.seats) < 2 or not all(seat.lines for seat in record.seats):
        return []
    _quantities, contradictions = recover_counts([seat.lines or {} for seat in record.seats])
    return [Finding(code, params) for code, params in contradictions]


def _with_keys(record: GameRecord) -> GameRecord:
    """Clans written by name on a sheet become the keys the rules know."""
    dimension = registry.get(record.system).description.dimension
    if record.sheet is None or not dimension or not isinstance(record.sheet.get("seats"), list):
        return record
    seats = [
        seat | {dimension: dimension_meant(record.system, seat[dimension]) or seat[dimension]}
        if isinstance(seat, dict) and isinstance(seat.get(dimension), str)
        else seat
        for seat in record.sheet["seats"]
    ]
    return replace(record, sheet={**record.sheet, "seats": seats})


def _days_around(record: GameRecord) -> list[date]:
    return [record.played_on + timedelta(days=apart) for apart in range(-DAYS_APART, DAYS_APART + 1)]


def _fingerprint(record: GameRecord) -> Fingerprint:
    return (record.system, len(record.seats), tuple(sorted(seat.total for seat in record.seats)))


def _own_key(record: GameRecord) -> str:
    """For a file without ids: the same people with the same points on the same day."""
    people = sorted((seat.name, seat.total) for seat in record.seats)
    return f"{record.played_on}|{people}"


@dataclass(frozen=True, slots=True)
class WhatWasRead:
    """`refused` says why the file is no use. `rows` is how many there must be."""

    rows: int = 0
    names: list[ImportName] = field(default_factory=list)
    refused: Finding | None = None


class StoppedError(Exception):
    """Somebody stopped the import while it was read."""


def read_file(batch: ImportBatch) -> WhatWasRead:
    """Rows are kept while it goes on; they mean nothing before the import is ready, and a worker that begins again
    begins with none. Raises StoppedError.
    """
    forget_rows(batch)
    classifier = Classifier(batch.account, batch.club)
    names = NamesOfFile()
    counts = Counter(NOTHING)
    try:
        for records in _parts(read(FileForm(batch.form), batch.content)):
            classified = list(classifier.classify(records))
            for row in classified:
                if row.record and row.kind != RowKind.UNREADABLE:
                    names.note(row.record)
            _keep(batch, classified, counts)
    except UnreadableFileError as error:
        return WhatWasRead(refused=error.finding)
    return WhatWasRead(counts["total"], names.matched(batch))


def forget_rows(batch: ImportBatch) -> None:
    ImportRow.objects.filter(batch=batch).delete()
    ImportName.objects.filter(batch=batch).delete()
    ImportBatch.objects.filter(pk=batch.pk).update(**NOTHING)


def _parts(records: Iterator[Record]) -> Iterator[list[Record]]:
    while part := list(islice(records, ROWS_AT_A_TIME)):
        yield part


@transaction.atomic
def _keep(batch: ImportBatch, classified: Sequence[Classified], counts: Counter[str]) -> None:
    state = ImportBatch.objects.select_for_update().values_list("state", flat=True).get(pk=batch.pk)
    if state != ImportState.READING:
        raise StoppedError
    ImportRow.objects.bulk_create(
        _row(batch, number, row) for number, row in enumerate(classified, start=counts["total"] + 1)
    )
    for row in classified:
        counts[row.kind.value] += 1
        counts["flagged"] += bool(row.findings)
    counts["total"] += len(classified)
    ImportBatch.objects.filter(pk=batch.pk).update(**counts)


def _row(batch: ImportBatch, number: int, row: Classified) -> ImportRow:
    return ImportRow(
        batch=batch,
        number=number,
        where=row.where[:20],
        kind=row.kind,
        record=record_to_json(row.record) if row.record else None,
        reason=finding_to_json(row.reason) if row.reason else None,
        findings=[finding_to_json(finding) for finding in row.findings],
        is_flagged=bool(row.findings),
    )


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
        played=[_played(record_from_json(row.record or {}), meanings) for row in waiting],
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
    recover_counts = system_of(record.system).recover_counts
    if recover_counts and all(lines):
        quantities, _contradictions = recover_counts(lines)
    known = {line.key for line in registry.get(record.system).description.lines} if any(lines) else set()
    return [
        ResultSeat(
            total=seat.total,
            place=seat.place,
            faction=meanings.dimension(record.system, seat.dimension),
            is_bot=seat.is_bot,
            position=seat.position,
            lines={key: (counted.get(key), vp) for key, vp in points.items() if key in known},
        )
        for seat, points, counted in zip(record.seats, lines, quantities, strict=True)
    ]
