"""Why a round's tables are as they are, and what a change by hand would cost."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import Http404

from games.players.actors import Viewer
from games.players.models.player import ShownPlayer
from scoring.types import Violation
from tournaments.events.enums import TableDecision
from tournaments.events.models import Event, EventRound, EventSeat, EventTable, Participant
from tournaments.events.selectors.rounds import SeatView, TableView, round_for, table_views
from tournaments.pairing.costs import Costs
from tournaments.pairing.report import Report, Why, change, judge, why
from tournaments.pairing.request import DrawRequest, read_request

Tables = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class TablesPreview:
    """`violations` keep the tables from being played (those that only break a wish begin with "round.not_together" or
    "round.not_apart" and may be overruled); `costs` is the change, below zero an improvement."""

    report: Report
    costs: Costs
    violations: tuple[Violation, ...]


@dataclass(frozen=True, slots=True)
class WhyView:
    """Why somebody sits where they sit; `why` is None where nothing was drawn. `people` are those it names, by the
    public ids as participants, as the viewer may see them."""

    round: EventRound
    table: TableView
    seat: SeatView
    why: Why | None
    people: Mapping[str, ShownPlayer]


def request_of(of: EventRound) -> DrawRequest | None:
    """None where nothing was drawn, or by another version of the code, which cannot be judged any more."""
    if of.request is None:
        return None
    try:
        return read_request(of.request)
    except ValueError:
        return None


def tables_of(of: EventRound) -> tuple[Tables, tuple[str, ...]]:
    """As they are now, by public ids: tables in seat order without those that go on unplayed, and byes."""
    return tuple(_by_number(of).values()), _byes(of)


def report_of(of: EventRound) -> Report | None:
    """Of the tables as they are now, drawn or changed; None where nothing was drawn."""
    request = request_of(of)
    if request is None:
        return None
    tables = _by_number(of)
    report, numbers = judge(request, tuple(tables.values()), _byes(of)), list(tables)
    return report._replace(
        tables=tuple(table._replace(number=numbers[table.number - 1]) for table in report.tables),
        floats=tuple(floated._replace(table=numbers[floated.table - 1]) for floated in report.floats),
    )


def preview_tables(
    of: EventRound, tables: Sequence[Sequence[str]], byes: Sequence[str] = ()
) -> TablesPreview | None:
    """What the tables would be like after a change by hand; None where nothing was drawn."""
    request = request_of(of)
    if request is None:
        return None
    seated = tuple(tuple(table) for table in tables if table)
    report = judge(request, seated, byes)
    before, byes_before = tables_of(of)
    known = {entrant.player for entrant in request.entrants}
    playable = all(key in known for table in seated for key in table)
    costs = (
        change(request, [*before, *((bye,) for bye in byes_before)], [*seated, *((bye,) for bye in byes)])
        if playable
        else report.costs
    )
    return TablesPreview(report, costs, report.violations)


def why_here(of: EventRound, participant: Participant) -> Why | None:
    """None for who has no table, and where nothing was drawn."""
    request, tables = request_of(of), _by_number(of)
    if request is None or not any(participant.public_id in table for table in tables.values()):
        return None
    reasons, numbers = why(request, tuple(tables.values()), participant.public_id), list(tables)
    floated, exchange = reasons.floated, reasons.exchange
    return reasons._replace(
        table=numbers[reasons.table - 1],
        floated=floated and floated._replace(table=numbers[floated.table - 1]),
        exchange=exchange and exchange._replace(table=numbers[exchange.table - 1]),
    )


def why_view(event: Event, number: int, entry_id: str, viewer: Viewer) -> WhyView:
    """Raises Http404 for who has no table in the round, and for a round the viewer may not see."""
    event_round = round_for(event, number, viewer)
    tables = EventTable.objects.filter(round=event_round, seats__participant__public_id=entry_id)
    views = table_views(tables, event, viewer)
    if not views:
        raise Http404
    (table,) = views
    seat = next(seat for seat in table.seats if seat.participant.public_id == entry_id)
    reasons = why_here(event_round, seat.participant)
    people = {seat.participant.public_id: seat.shown for seat in table.seats}
    if reasons and reasons.exchange:
        other = (
            event.participants.filter(public_id=reasons.exchange.player)
            .shown_to(viewer, named=event.shows_names)
            .get()
        )
        people[other.public_id] = other.player.shown
    return WhyView(event_round, table, seat, reasons, people)


def _by_number(of: EventRound) -> dict[int, tuple[str, ...]]:
    """Who sits at which table, in seat order. A draw counts tables from 1, but one that went leaves a gap."""
    tables: dict[int, tuple[str, ...]] = {}
    seats = EventSeat.objects.filter(table__round=of).exclude(table__decision=TableDecision.THROUGH)
    for number, key in seats.order_by("table__number", "index").values_list(
        "table__number", "participant__public_id"
    ):
        tables[number] = (*tables.get(number, ()), key)
    return tables


def _byes(of: EventRound) -> tuple[str, ...]:
    return tuple(of.byes.order_by("pk").values_list("participant__public_id", flat=True))
