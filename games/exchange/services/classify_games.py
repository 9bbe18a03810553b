"""Tell new games from those that are there already, those that may be, and those that cannot be read."""

from calendar import monthrange
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from itertools import groupby
from operator import itemgetter

from django.db.models import Q, QuerySet

from games.clubs.models import Club
from games.enums import GameState
from games.exchange.dimensions import dimension_meant
from games.exchange.enums import RowKind
from games.exchange.formats.imports_from_vp import recovered_quantities
from games.exchange.formats.records import Finding, GameRecord, Record, Skipped, Unreadable
from games.exchange.selectors.imports import imported_games
from games.models import Game, Seat
from games.players.models import User
from scoring import registry

# Two phones may be set to different days.
DAYS_APART = 1
# A result that says two things at once is for a person to look at, not to be taken silently.
DISTURBING = {"places_contradict", "total_differs"}
PUBLIC_ID_LENGTH = 10

Fingerprint = tuple[str, int, tuple[int, ...]]
Month = tuple[int, int]


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

    def classified(self, records: Sequence[Record]) -> Iterator[Classified]:
        games = [one for one in records if isinstance(one, GameRecord)]
        there = self._sources_there([one.source for one in games if one.source])
        self._look_at_months(games)
        for one in records:
            if isinstance(one, Unreadable):
                yield Classified(one.where, RowKind.UNREADABLE, reason=one.reason)
            elif isinstance(one, Skipped):
                yield Classified(one.where, RowKind.SKIPPED, reason=one.reason)
            else:
                yield self._game(_with_keys(one), there)
                self._seen.add(one.source or _own_key(one))

    def _game(self, record: GameRecord, there: set[str]) -> Classified:
        reason, contradictions = _looked_at(record)
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
        found = imported_games(account=self.account, club=self.club, sources=sources)
        # A file we wrote ourselves names our own games.
        own = {source.partition(":")[2]: source for source in sources}
        games = (
            Game.objects.filter(club=self.club)
            if self.club
            else Game.objects.filter(club=None, recorded_by=self.account)
        )
        ours = games.filter(public_id__in=[key for key in own if len(key) == PUBLIC_ID_LENGTH])
        return found | {own[public_id] for public_id in ours.values_list("public_id", flat=True)}

    def _look_at_months(self, records: Iterable[GameRecord]) -> None:
        """Results of these days, whoever entered them; also what the person entered or played elsewhere: the same
        evening may be in another club already. By months, so that each is read once in whatever order games come.
        """
        asked = {(day.year, day.month) for record in records for day in _days_around(record)}
        places = [Q(game__recorded_by=self.account), Q(game__seats__player__account=self.account)]
        if self.club:
            places.append(Q(game__club=self.club))
        for year, month in sorted(asked - self._months):
            first, last = date(year, month, 1), date(year, month, monthrange(year, month)[1])
            seats = Seat.objects.filter(game__played_on__range=(first, last)).exclude(
                game__state=GameState.VOID
            )
            for place in places:
                self._results.update(_results(seats.filter(place)))
        self._months |= asked


def _results(seats: QuerySet[Seat]) -> Iterator[tuple[date, Fingerprint]]:
    rows = seats.order_by("game").values_list(
        "game", "game__played_on", "game__system", "game__seat_count", "total"
    )
    for (_game, day, system, seat_count), of_game in groupby(
        rows.iterator(2_000), key=itemgetter(0, 1, 2, 3)
    ):
        yield day, (system, seat_count, tuple(sorted(row[4] for row in of_game)))


def _looked_at(record: GameRecord) -> tuple[Finding | None, list[Finding]]:
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
        Finding("total_differs", {"seat": index, "total": told.total, "sum": seat.total})
        for index, (seat, told) in enumerate(pairs)
        if seat.total != told.total
    ]


def _contradictions_of_lines(record: GameRecord) -> list[Finding]:
    if len(record.seats) < 2 or not all(seat.lines for seat in record.seats):
        return []
    _quantities, findings = recovered_quantities([seat.lines or {} for seat in record.seats])
    return findings


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
