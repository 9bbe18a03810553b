"""Tell new games from those that are there already, those that may be, and those that cannot be read."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any

from django.db.models import Prefetch, Q

from games.clubs.models import Club
from games.enums import GameState
from games.exchange.dimensions import dimension_meant
from games.exchange.enums import RowKind
from games.exchange.formats.imports_from_vp import recovered_quantities
from games.exchange.formats.records import Finding, GameRecord, Record, Skipped, Unreadable
from games.exchange.models import ImportedGame
from games.models import Game, Seat
from games.players.models import User
from scoring import registry

# Two phones may be set to different days.
DAYS_APART = 1
# A result that says two things at once is for a person to look at, not to be taken silently.
DISTURBING = {"places_contradict", "total_differs"}

Fingerprint = tuple[str, int, tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class Classified:
    where: str
    kind: RowKind
    record: GameRecord | None = None
    reason: Finding | None = None
    findings: tuple[Finding, ...] = ()


def classified(records: Iterable[Record], *, account: User, club: Club | None) -> Iterator[Classified]:
    everything = list(records)
    games = [one for one in everything if isinstance(one, GameRecord)]
    there = _sources_there([one.source for one in games], account, club)
    alike = _results_there(games, account, club)
    in_file: Counter[str] = Counter()
    for one in everything:
        if isinstance(one, Unreadable):
            yield Classified(one.where, RowKind.UNREADABLE, reason=one.reason)
        elif isinstance(one, Skipped):
            yield Classified(one.where, RowKind.SKIPPED, reason=one.reason)
        else:
            yield _game(_with_keys(one), there, alike, in_file)
            in_file[one.source or _own_key(one)] += 1


def _game(
    record: GameRecord, there: set[str], alike: set[tuple[date, Fingerprint]], in_file: Counter[str]
) -> Classified:
    reason = _unfit(record)
    if reason:
        return Classified(record.where, RowKind.UNREADABLE, record, reason)
    findings = (*record.findings, *_contradictions(record))
    if record.source in there:
        return Classified(record.where, RowKind.KNOWN, record, Finding("imported_before"), findings)
    if in_file[record.source or _own_key(record)]:
        return Classified(record.where, RowKind.DOUBTFUL, record, Finding("twice_in_file"), findings)
    days = range(-DAYS_APART, DAYS_APART + 1)
    if any((record.played_on + timedelta(days=apart), _fingerprint(record)) in alike for apart in days):
        return Classified(record.where, RowKind.DOUBTFUL, record, Finding("same_result_there"), findings)
    if any(finding.code in DISTURBING for finding in findings):
        return Classified(record.where, RowKind.DOUBTFUL, record, Finding("contradicts_itself"), findings)
    return Classified(record.where, RowKind.NEW, record, findings=findings)


def _with_keys(record: GameRecord) -> GameRecord:
    """Clans written by name on a sheet become the keys the rules know."""
    field = registry.get(record.system).description.dimension
    if record.sheet is None or not field or not isinstance(record.sheet.get("seats"), list):
        return record
    seats = [
        seat | {field: dimension_meant(record.system, seat[field]) or seat[field]}
        if isinstance(seat, dict) and isinstance(seat.get(field), str)
        else seat
        for seat in record.sheet["seats"]
    ]
    return replace(record, sheet={**record.sheet, "seats": seats})


def _unfit(record: GameRecord) -> Finding | None:
    """What no rule of the game allows."""
    ruleset = registry.get(record.system)
    description = ruleset.description
    if not description.fewest_seats <= len(record.seats) <= description.most_seats:
        return Finding("seats_impossible", {"seats": len(record.seats)})
    if record.sheet is not None:
        checked = ruleset.check(record.sheet)
        if checked.sheet is None:
            first = checked.violations[0]
            return Finding("sheet_rejected", {"path": first.path, "violation": first.code})
    return None


def _contradictions(record: GameRecord) -> Iterator[Finding]:
    if record.sheet is not None:
        scored = registry.get(record.system).evaluate(record.sheet).breakdown
        for index, (seat, told) in enumerate(zip(scored.seats if scored else (), record.seats, strict=False)):
            if seat.total != told.total:
                yield Finding("total_differs", {"seat": index, "total": told.total, "sum": seat.total})
    elif all(seat.lines for seat in record.seats) and len(record.seats) > 1:
        _quantities, findings = recovered_quantities([seat.lines or {} for seat in record.seats])
        yield from findings


def _sources_there(sources: Sequence[str], account: User, club: Club | None) -> set[str]:
    known = (
        ImportedGame.objects.filter(club=club)
        if club
        else ImportedGame.objects.filter(club=None, account=account)
    )
    found = set(known.values_list("source", flat=True))
    # A file we wrote ourselves names our own games.
    own = {source.partition(":")[2]: source for source in sources if source}
    games = Game.objects.filter(club=club) if club else Game.objects.filter(club=None, recorded_by=account)
    ids = list(own)
    for start in range(0, len(ids), 500):
        part = games.filter(public_id__in=[key for key in ids[start : start + 500] if len(key) == 10])
        found |= {own[public_id] for public_id in part.values_list("public_id", flat=True)}
    return found


def _results_there(
    records: Sequence[GameRecord], account: User, club: Club | None
) -> set[tuple[date, Fingerprint]]:
    """Results on the days of the file, whoever entered them."""
    if not records:
        return set()
    first = min(one.played_on for one in records) - timedelta(days=DAYS_APART)
    last = max(one.played_on for one in records) + timedelta(days=DAYS_APART)
    # Also what they entered or played elsewhere: the same evening may be in another club already.
    theirs = Q(recorded_by=account) | Q(seats__player__account=account)
    games = Game.objects.filter(theirs | Q(club=club) if club else theirs).distinct()
    games = games.filter(played_on__range=(first, last)).exclude(state=GameState.VOID)
    seats = Prefetch("seats", queryset=Seat.objects.only("game", "total"))
    return {
        (
            game.played_on,
            (game.system, game.seat_count, tuple(sorted(seat.total for seat in game.seats.all()))),
        )
        for game in games.only("played_on", "system", "seat_count").prefetch_related(seats).iterator(2_000)
    }


def _fingerprint(record: GameRecord) -> Fingerprint:
    return (record.system, len(record.seats), tuple(sorted(seat.total for seat in record.seats)))


def _own_key(record: GameRecord) -> str:
    """For a file without ids: the same people with the same points on the same day."""
    people: list[Any] = sorted((seat.name, seat.total) for seat in record.seats)
    return f"{record.played_on}|{people}"
