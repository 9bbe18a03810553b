"""Rounds and tables of a tournament as people see them, where somebody sits now, and recorded games that could be the
result of a table.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import NamedTuple

from django.db.models import Prefetch
from django.http import Http404
from django.urls import reverse

from caledonia_site.common.permissions import may
from games.players.actors import Viewer
from games.players.models import Player
from games.players.models.player import ShownPlayer
from games.results.enums import GameState
from games.results.models import Game, Seat
from games.results.models.game import shown_at_table
from games.results.selectors.games import with_seats
from tournaments.events.enums import ByeKind, RoundState, TableDecision
from tournaments.events.models import Event, EventBye, EventRound, EventTable, OtherResult, Participant
from tournaments.events.models.round import EventTableQuerySet
from tournaments.shared.selectors.other_results import without_other_results

MOST_FOUND = 20
# As a report allows: it is another day already somewhere, and the last round may end after midnight.
GRACE = timedelta(days=1)


def games_to_link(table: EventTable, viewer: Viewer) -> list[Game]:
    """Games of the club with exactly these people on these days that no table has yet, the newest first."""
    event = table.event
    players = list(table.seats.values_list("participant__player_id", flat=True))
    games = Game.objects.filter(
        club=event.club_id,
        system=event.system,
        played_on__range=(event.starts_on - GRACE, event.ends_on + GRACE),
        event_table=None,
    ).exclude(state=GameState.VOID)
    for player in players:
        games = games.filter(seats__player=player)
    newest = without_other_results(games).order_by("-played_on", "-pk")
    candidates = with_seats(newest, viewer)[:MOST_FOUND]
    expected = set(players)
    return [
        game
        for game in candidates
        if {seat.player_id for seat in game.seats.all() if not seat.is_bot} == expected
    ]


# By which the score sheet knows tables of events.
SHEET_SOURCE = "event"


class TableState(StrEnum):
    """`WAITING` for confirmation; `OTHER_PLAYERS`: a correction put other people there, the organiser must look."""

    OPEN = "open"
    WAITING = "waiting"
    DISPUTED = "disputed"
    PLAYED = "played"
    CONFLICT = "conflict"
    OTHER_PLAYERS = "other_players"
    FORFEITED = "forfeited"
    CANCELLED = "cancelled"
    THROUGH = "through"


class SeatResult(NamedTuple):
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class SeatView:
    """`number` counts from 1."""

    participant: Participant
    shown: ShownPlayer
    number: int
    forfeits: bool
    total: int | None
    rank: int | None


@dataclass(frozen=True, slots=True)
class TableView:
    table: EventTable
    seats: Sequence[SeatView]
    state: TableState
    may_enter: bool
    is_viewers: bool

    @property
    def number(self) -> int:
        return self.table.number

    @property
    def is_missing(self) -> bool:
        """The next round waits for it."""
        return self.state in MISSING

    @property
    def by_place(self) -> list[SeatView]:
        """In turn order until it is played."""
        return sorted(self.seats, key=lambda seat: (seat.rank or len(self.seats), seat.number))

    @property
    def enter_address(self) -> str:
        """The score sheet with these people in their seats."""
        system = self.table.round.event.system
        return f"{reverse('games:new', args=[system])}?prepared={SHEET_SOURCE}:{self.table.public_id}"


MISSING = {
    TableState.OPEN,
    TableState.WAITING,
    TableState.DISPUTED,
    TableState.CONFLICT,
    TableState.OTHER_PLAYERS,
}


@dataclass(frozen=True, slots=True)
class ByeView:
    participant: Participant
    shown: ShownPlayer
    kind: ByeKind


@dataclass(frozen=True, slots=True)
class RoundView:
    round: EventRound
    tables: Sequence[TableView]
    byes: Sequence[ByeView]

    @property
    def missing(self) -> list[TableView]:
        return [table for table in self.tables if table.is_missing]

    @property
    def is_complete(self) -> bool:
        return self.round.has_tables and not self.missing


def rounds_of(event: Event, viewer: Viewer) -> list[EventRound]:
    """Those the viewer may see, the first first: others than organisers see a round once it is published."""
    rounds = event.rounds.select_related("stage").defer("request").order_by("number")
    if not may(viewer, "events.see_notes", event):
        rounds = rounds.filter(state__in=[RoundState.PUBLISHED, RoundState.FINISHED])
    visible = list(rounds)
    for event_round in visible:
        event_round.event = event
    return visible


def last_published_round(event: Event) -> EventRound | None:
    """The round of now, for everybody; None before the first."""
    published = event.rounds.filter(state__in=[RoundState.PUBLISHED, RoundState.FINISHED])
    last = published.select_related("stage").defer("request").order_by("-number").first()
    if last is not None:
        last.event = event
    return last


def round_for(event: Event, number: int, viewer: Viewer) -> EventRound:
    """Raises Http404 for a round the viewer may not see."""
    visible = next(
        (event_round for event_round in rounds_of(event, viewer) if event_round.number == number), None
    )
    if visible is None:
        raise Http404
    return visible


def round_view(event: Event, number: int, viewer: Viewer) -> RoundView:
    """Raises Http404 for a round the viewer may not see. A constant number of queries."""
    return view_of(round_for(event, number, viewer), viewer)


def view_of(of: EventRound, viewer: Viewer, *, named: bool = False) -> RoundView:
    """`named`: for the people in the room, whatever the event says of its pages."""
    return views_of([of], viewer, named=named)[0]


def views_of(rounds: Sequence[EventRound], viewer: Viewer, *, named: bool = False) -> list[RoundView]:
    """Of rounds of one event, each of which knows it. A constant number of queries."""
    if not rounds:
        return []
    event, keys = rounds[0].event, [event_round.pk for event_round in rounds]
    tables: dict[int, list[TableView]] = {pk: [] for pk in keys}
    rows = EventTable.objects.filter(round__in=keys).order_by("number")
    for view in table_views(rows, event, viewer, named=named):
        tables[view.table.round_id].append(view)
    byes: dict[int, list[ByeView]] = {pk: [] for pk in keys}
    shown = Prefetch(
        "participant__player", queryset=Player.with_merged.shown_to(viewer, named=named or event.shows_names)
    )
    without = EventBye.objects.filter(round__in=keys).select_related("participant").order_by("pk")
    for bye in without.prefetch_related(shown):
        byes[bye.round_id].append(ByeView(bye.participant, bye.participant.player.shown, ByeKind(bye.kind)))
    return [RoundView(event_round, tables[event_round.pk], byes[event_round.pk]) for event_round in rounds]


def table_for(event: Event, table_id: str, viewer: Viewer) -> TableView:
    """By its public id. Raises Http404."""
    tables = EventTable.objects.filter(round__event=event, public_id=table_id)
    views = table_views(tables, event, viewer)
    if not views or not (views[0].table.round.is_published or may(viewer, "events.see_notes", event)):
        raise Http404
    return views[0]


def table_views(
    tables: EventTableQuerySet, event: Event, viewer: Viewer, *, named: bool = False
) -> list[TableView]:
    rows = list(tables.shown_to(viewer, named=named or event.shows_names))
    games = _results({table.game_id for table in rows if table.game_id})
    for table in rows:
        table.round.event = event
    return [_view(table, games, viewer) for table in rows]


def _results(games: Collection[int]) -> dict[int, dict[int | None, SeatResult]]:
    """Of the people at the tables, by game and player."""
    results: dict[int, dict[int | None, SeatResult]] = {}
    seats = Seat.objects.filter(game__in=games, is_bot=False)
    for game, player, total, rank in seats.values_list("game", "player", "total", "rank"):
        results.setdefault(game, {})[player] = SeatResult(total, rank)
    return results


def _view(
    table: EventTable, games: Mapping[int, Mapping[int | None, SeatResult]], viewer: Viewer
) -> TableView:
    known = games.get(table.game_id or 0, {})
    # Of different results none counts: the first's numbers would read as if it did.
    results = {} if table.is_in_conflict else known
    own = bool(viewer.is_authenticated) and any(
        seat.participant.player.account_id == viewer.pk for seat in table.seats.all()
    )
    seats = []
    for seat in table.seats.all():
        seat.participant.event = table.round.event
        result = results.get(seat.participant.player_id)
        seats.append(
            SeatView(
                participant=seat.participant,
                shown=shown_at_table(seat.participant.player, is_named_at_table=own),
                number=seat.index + 1,
                forfeits=seat.forfeits,
                total=result.total if result else None,
                rank=result.rank if result else None,
            )
        )
    state = _state(table, set(known))
    enters = (
        state == TableState.OPEN and table.round.is_published and may(viewer, "events.enter_result", table)
    )
    return TableView(table, seats, state, enters, own)


def _state(table: EventTable, seated: set[int | None]) -> TableState:
    match table.decision:
        case TableDecision.FORFEITED:
            return TableState.FORFEITED
        case TableDecision.CANCELLED:
            return TableState.CANCELLED
        case TableDecision.THROUGH:
            return TableState.THROUGH
    if table.is_in_conflict:
        return TableState.CONFLICT
    if table.game is None or not table.has_result:
        return TableState.OPEN
    if table.game.state == GameState.DISPUTED:
        return TableState.DISPUTED
    if not table.game.counts:
        return TableState.WAITING
    expected = {seat.participant.player_id for seat in table.seats.all()}
    return TableState.PLAYED if seated == expected else TableState.OTHER_PLAYERS


def rivals_of(tables: Iterable[EventTable]) -> dict[int, list[str]]:
    """The public ids of what waits at each table, as it came in. One query."""
    in_conflict = [table.pk for table in tables if table.is_in_conflict]
    waiting = OtherResult.objects.waiting().filter(slot__in=in_conflict).in_order()
    games: dict[int, list[str]] = {}
    for table, game in waiting.values_list("slot", "game__public_id"):
        games.setdefault(table, []).append(game)
    return games


@dataclass(frozen=True, slots=True)
class OwnTable:
    """`table` is None for who has no table in the round; then `bye` is its kind, or "" for who is not in it."""

    round: EventRound
    table: TableView | None
    seat: int | None
    others: Sequence[ShownPlayer]
    bye: str


def own_table(participant: Participant, viewer: Viewer) -> OwnTable | None:
    """In the last published round; None before the first. People at one table read each other's names."""
    event_round = last_published_round(participant.event)
    if event_round is None:
        return None
    tables = table_views(
        EventTable.objects.filter(round=event_round, seats__participant=participant),
        participant.event,
        viewer,
    )
    if tables:
        seats = tables[0].seats
        seat = next(seat.number for seat in seats if seat.participant.pk == participant.pk)
        others = [
            shown_at_table(seat.participant.player, is_named_at_table=True)
            for seat in seats
            if seat.participant.pk != participant.pk
        ]
        return OwnTable(event_round, tables[0], seat, others, "")
    bye = EventBye.objects.filter(round=event_round, participant=participant).first()
    return OwnTable(event_round, None, None, [], bye.kind if bye else "")
